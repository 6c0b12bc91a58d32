// Runs a program for WASI, as cargo does with the tests of the library: node tests/web/wasi.mjs PROGRAM [ARGUMENT...]
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { WASI } from "node:wasi";

const [program, ...words] = process.argv.slice(2);
const root = process.cwd();
const wasi = new WASI({ version: "preview1", args: [program, ...words], env: process.env, preopens: { ".": root, [root]: root } });
const module = await WebAssembly.compile(await readFile(resolve(program)));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
