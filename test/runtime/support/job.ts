/**
 * Runs a program made by hand: the body of `main` as JavaScript, linked with the runtime into a file of its own.
 *
 * The body sees `env` (the program's Environment) and `lib` (its library), `argc` and `argv`, `print(text)`, and returns main's status.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, buildSync } from 'esbuild';
import { STDOUT_BYTES, STDOUT_PENDING } from '../../../runtime/abi.ts';

export interface Program {
  /** Static THREADS; 0 for dynamic. */
  readonly threads?: number;
  /** JavaScript. */
  readonly main: string;
  /** Fields of the ProgramImage as JavaScript text. */
  readonly image?: string;
  readonly module?: 'cjs' | 'esm';
}

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

const directory = mkdtempSync(join(tmpdir(), 'pgasc-runtime-'));
const runtime = resolve(import.meta.dirname, '../../../runtime/index.ts');
let count = 0;

/** Links the program; gives the path of its out.js. */
export function link(program: Program): string {
  const [outfile, options] = written(program);
  buildSync(options);
  return outfile;
}

/** The same with another network than smp. */
export async function linkWith(network: string, program: Program): Promise<string> {
  const [outfile, options] = written(program);
  const path = resolve(import.meta.dirname, `../../../runtime/conduits/${network}/index.ts`);
  const name = 'network';
  const setup: NonNullable<BuildOptions['plugins']>[number]['setup'] = ({ onResolve }) =>
    onResolve({ filter: /conduits\/linked\.ts$/ }, () => ({ path }));
  await build({ ...options, plugins: [{ name, setup }] });
  return outfile;
}

function written(program: Program): [outfile: string, options: BuildOptions] {
  const source = join(directory, `p${count}.ts`);
  const format = program.module ?? 'cjs';
  const outfile = join(directory, `p${count++}.${format === 'esm' ? 'mjs' : 'cjs'}`);
  writeFileSync(source, sourceText(program));
  return [outfile, { entryPoints: [source], outfile, bundle: true, platform: 'node', format }];
}

function sourceText({ threads = 0, main, image = '' }: Program): string {
  return `
    import { start, upcrLibrary } from ${JSON.stringify(runtime)};
    const stdio = (environment) => ({
      print(text) { environment.writeOut(1, new TextEncoder().encode(text)); },
      pend(text) {
        const bytes = new TextEncoder().encode(text), { U8, I32, BASE } = environment;
        U8.set(bytes, (BASE >>> 0) + ${STDOUT_BYTES});
        I32[(BASE + ${STDOUT_PENDING}) >>> 2] = bytes.length;
      },
      exit(status) { environment.exitThread(status); },
      abort() { environment.exitJob(134, 'aborted'); },
      at_exit(action) { environment.atExit(action); },
      sleep(ms) { environment.sleep(ms); },
      malloc(size) { return environment.heap.allocate(size); },
      free(address) { environment.heap.free(address); },
      realloc(address, size) { return environment.heap.reallocate(address, size); },
      usable(address) { return environment.heap.sizeOf(address); },
    });
    start({
      name: 'prog', threads: ${threads}, privateEnd: 65536 + 4096, sharedEnd: 65536 + 8192, debug: false, sharedHeap: 0,
      data: [], relocations: [],
      instantiate(env) {
        const lib = env.library, print = lib.print, { MYTHREAD, THREADS, SHIFT, BASE, I32, U8, I64 } = env;
        return { main(argc, argv) { ${main} ; return 0; } };
      },
      ${image}
    }, [...upcrLibrary, stdio]);`;
}

/** Runs a linked program with the words of a command line. */
export function run(file: string, ...words: string[]): Promise<Outcome> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, [file, ...words], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    const outcome = { stdout: '', stderr: '', status: null as number | null };
    child.stdout.on('data', (data) => (outcome.stdout += data));
    child.stderr.on('data', (data) => (outcome.stderr += data));
    child.on('close', (status) => settle({ ...outcome, status }));
  });
}

/** Links and runs. */
export function execute(program: Program | string, ...words: string[]): Promise<Outcome> {
  return run(link(typeof program === 'string' ? { main: program } : program), ...words);
}
