// Writes what the TypeScript compiler says of real JavaScript packages; see
// ../typescript/oracle.mjs, which does the work.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../typescript/oracle.mjs";

run(path.dirname(fileURLToPath(import.meta.url)), "javascript");
