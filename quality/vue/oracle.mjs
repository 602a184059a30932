// Lists what the templates of Vue files name, as Vue's own compiler reads them.
//
//   npm i @vue/compiler-sfc@3.5.13 @babel/parser@7
//   node oracle.mjs FILE… > template.tsv
//
// One row a site: file, line, column, name, what it is (component, name), and where
// the name comes from: `script` (the scripts or options declare it), `template` (a loop,
// slot or parameter does) or `else`. Lines and columns are 1-based, columns count
// Unicode scalars.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const require = createRequire(process.cwd() + '/')
const sfc = require('@vue/compiler-sfc')
const babel = require('@babel/parser')

const camel = (name) => name.replace(/-(\w)/g, (_, c) => c.toUpperCase())
const pascal = (name) => camel(name).replace(/^\w/, (c) => c.toUpperCase())

for (const file of process.argv.slice(2)) {
  const source = readFileSync(file, 'utf8')
  const { descriptor, errors } = sfc.parse(source, { filename: file })
  if (!descriptor.template?.ast || errors.length) continue
  let bindings = {}
  try {
    bindings = sfc.compileScript(descriptor, { id: 'x' }).bindings ?? {}
  } catch {
    continue
  }
  const imports = new Set()
  for (const block of [descriptor.script, descriptor.scriptSetup]) {
    if (!block) continue
    const ast = babel.parse(block.content, { sourceType: 'module', plugins: ['typescript', 'jsx'], errorRecovery: true })
    for (const node of ast.program.body)
      if (node.type === 'ImportDeclaration') for (const one of node.specifiers) imports.add(one.local.name)
  }
  const starts = [0]
  for (let i = 0; i < source.length; i++) if (source[i] === '\n') starts.push(i + 1)
  const place = (offset) => {
    let line = starts.findLastIndex((start) => start <= offset)
    return [line + 1, [...source.slice(starts[line], offset)].length + 1]
  }
  const row = (offset, name, what, from) =>
    console.log([file, ...place(offset), name, what, from].join('\t'))
  const origin = (name, locals) =>
    locals.has(name) ? 'template' : bindings[name] || imports.has(name) ? 'script' : 'else'

  const expression = (exp, locals, { statements = false, pattern = false } = {}) => {
    if (!exp || exp.type !== 4 || exp.isStatic) return
    const start = exp.loc.start.offset
    const code = exp.loc.source
    const tries = statements ? [['', code, ''], ['(', code, ')']] : pattern ? [['(', code, ')=>{}']] : [['(', code, ')']]
    for (const [before, inner, after] of tries) {
      let ast
      try {
        ast = babel.parse(before + inner + after, { sourceType: 'module', plugins: ['typescript'] })
      } catch {
        continue
      }
      walk(ast.program, null, new Set(), (node, inner) => {
        const offset = start + node.start - before.length
        row(offset, node.name, 'name', inner.has(node.name) ? 'template' : origin(node.name, locals))
      })
      return
    }
  }
  const names = (pattern, into) => {
    if (!pattern) return
    if (pattern.type === 'Identifier') into.add(pattern.name)
    else for (const key of ['left', 'argument', 'value', 'elements', 'properties', 'params'])
      for (const child of [pattern[key]].flat()) if (child && child.type) names(child, into)
  }
  const walk = (node, parent, locals, found) => {
    if (!node || typeof node.type !== 'string') return
    if (node.type === 'Identifier') return found(node, locals)
    let inner = locals
    if (/Function/.test(node.type)) {
      inner = new Set(locals)
      node.params.forEach((param) => names(param, inner))
      node.params.forEach((param) => defaults(param, inner, found))
      return walk(node.body, node, inner, found)
    }
    for (const [key, child] of Object.entries(node)) {
      if (key === 'property' && !node.computed && /MemberExpression/.test(node.type)) continue
      if (key === 'key' && !node.computed) continue
      if (key === 'typeAnnotation' || key === 'typeParameters' || key === 'loc') continue
      for (const one of [child].flat()) if (one && typeof one === 'object') walk(one, node, inner, found)
    }
  }
  const defaults = (pattern, locals, found) => {
    if (pattern?.type === 'AssignmentPattern') walk(pattern.right, pattern, locals, found)
  }
  const patternNames = (exp) => {
    const into = new Set()
    if (!exp) return into
    try {
      const ast = babel.parse(`(${exp.loc.source})=>{}`, { plugins: ['typescript'] })
      ast.program.body[0].expression.params.forEach((param) => names(param, into))
    } catch {}
    return into
  }
  const visit = (node, locals) => {
    if (node.type === 5) return expression(node.content, locals)
    if (node.type !== 1 && node.type !== 0) return
    let own = locals
    if (node.type === 1) {
      const loop = node.props.find((prop) => prop.type === 7 && prop.name === 'for')
      if (loop?.forParseResult) {
        const { source: list, value, key, index } = loop.forParseResult
        expression(list, locals)
        own = new Set(locals)
        for (const one of [value, key, index]) for (const name of patternNames(one)) own.add(name)
      }
      if (node.tagType === 1) {
        const name = [node.tag, camel(node.tag), pascal(node.tag)].find((name) => bindings[name] || imports.has(name))
        if (!node.tag.includes('.')) row(node.loc.start.offset + 1, pascal(node.tag), 'component', name ? 'script' : 'else')
      }
      for (const prop of node.props) {
        if (prop.type !== 7 || prop.name === 'for' || prop.name === 'slot') continue
        expression(prop.exp, own, { statements: prop.name === 'on' })
      }
      const slot = node.props.find((prop) => prop.type === 7 && prop.name === 'slot')
      if (slot?.exp) {
        own = new Set(own)
        for (const name of patternNames(slot.exp)) own.add(name)
      }
    }
    for (const child of node.children ?? []) visit(child, own)
  }
  visit(descriptor.template.ast, new Set())
}
