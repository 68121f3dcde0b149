/** The part of the library that is written in C: every function of it, linked into one program for a TestThread. */
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { toJavaScript } from '../../compiler/emit/print.ts';
import { emitProgram } from '../../compiler/emit/program.ts';
import type { Module, Static } from '../../compiler/ir/ir.ts';
import { parseModule } from '../../compiler/ir/parse.ts';
import { link } from '../../compiler/link/link.ts';
import type { Environment, NativeFunction, ScriptImage } from '../../runtime/abi.ts';
import { processLibraries } from '../../stdlib/libraries.ts';

const TEXTS = new URL('../../dist/texts/installation.mjs', import.meta.url);
const { objects } = (await import(TEXTS.href)).default as { objects: Record<string, string> };

/** Those of libraries that know what the threads of the job do together. */
const OF_THE_JOB = /^(gasnet|shmem|armci|ga|ma|mpi)[-.]/;

/** A table with the address of each function keeps it in the program. */
function root(names: readonly string[]): Module {
  const module = parseModule('module "root"\nfunction external *main() -> i32 {\n  return (load i32 &all)\n}\n');
  const all: Static = {
    ...{ name: 'all', linkage: 'external', space: 'private', size: 4 * names.length, alignment: 4, common: false },
    data: names.map((symbol, index) => ({ offset: 4 * index, symbol, addend: 0 })),
  };
  return { ...module, statics: [all] };
}

function linked() {
  const own = Object.entries(objects).filter(([name]) => !OF_THE_JOB.test(name));
  const modules = own.map(([, text]) => parseModule(text));
  const external = modules.flatMap((module) => module.functions.filter((f) => f.linkage === 'external'));
  const names = external.map((f) => f.name);
  const library = new Set(processLibraries.flatMap((make) => Object.keys(make({} as never))));
  const bag = new DiagnosticBag();
  const program = link([root(names), ...modules], { library, archive: () => undefined }, { debug: false }, bag);
  if (bag.hasErrors) throw new Error(bag.all.map(({ text }) => text).join('\n'));
  return { names, program };
}

let image: ScriptImage | undefined;
let indexes: ReadonlyMap<string, number> = new Map();

/** The functions by their names; their static data are put into the environment's region. */
export function compiledFunctions(environment: Environment): Record<string, NativeFunction> {
  if (!image) {
    const { program } = linked();
    indexes = program.tableIndex;
    const { code } = toJavaScript(emitProgram(program, { name: 'libc', form: 'module' }));
    image = new Function(`${code}\nreturn program;`)() as ScriptImage;
  }
  for (const d of image.data) environment.U8.set(Buffer.from(d.base64, 'base64'), environment.BASE + d.offset);
  image.instantiate(environment);
  return Object.fromEntries([...indexes].map(([name, index]) => [name, environment.table[index] as NativeFunction]));
}
