// Lists the names of the scripts that the markup of Svelte components names, as Svelte's
// own compiler tells (`vars`): file, name, 1 if it is referenced.
//
//   npm i svelte@4.2.19
//   node oracle.cjs LIST_OF_FILES > vars.tsv
const { createRequire } = require('node:module')
const { readFileSync } = require('node:fs')
const { compile } = createRequire(process.cwd() + '/')('svelte/compiler')

for (const file of readFileSync(process.argv[2], 'utf8').trim().split('\n')) {
  let vars
  try {
    vars = compile(readFileSync(file, 'utf8'), { generate: false }).vars
  } catch {
    continue
  }
  for (const one of vars) {
    if (!one.name.startsWith('$')) console.log([file, one.name, one.referenced ? 1 : 0].join('\t'))
  }
}
