/**
 * `load` in Node.js: compiles files, and starts the program in a worker, whose runtime supervises the threads there.
 *
 * The program writes to the process's own standard output and error; an end of it ends that worker alone.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Told } from '../runtime/calls/board.ts';
import type { Instance, Loadable, LoadOptions } from './api.ts';
import { startInstance } from './instance.ts';
import { LazyInstance } from './lazy.ts';
import { areTexts, loadTexts } from './loading.ts';
import { type CompiledProgram, textOf } from './modules.ts';
import type { Job } from './program.ts';
import type { Compile } from './settings.ts';

/** Compiles the sources into one program, and starts it. */
export function load(compile: Compile, source: Loadable, options: LoadOptions = {}): Promise<Instance> {
  const loading = { compile, jobOf, warn: (messages: string) => void process.stderr.write(messages) };
  if (areTexts(source)) return loadTexts(source, options, loading);
  const paths = [source].flat().map((each) => (each instanceof URL ? fileURLToPath(each) : each));
  const texts = Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  return loadTexts(texts, options, { ...loading, read: textOf });
}

/** The instance of a module, which starts when it is first called. */
export function instanceOf({ name, functions, code, map }: CompiledProgram, words: readonly string[]): Instance {
  return new LazyInstance(name, () => startInstance(name, functions, jobOf(name, code, map, words)));
}

/** Folders of programs that run: threads that start later, and traces, read their files. */
const folders = new Set<string>();
let isCleaning = false;

function remove(folder: string): void {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true });
}

function folderFor(code: string, map: string, name: string): { folder: string; file: string } {
  if (!isCleaning) process.once('exit', () => folders.forEach(remove));
  isCleaning = true;
  const folder = mkdtempSync(join(tmpdir(), 'pgasc-'));
  folders.add(folder);
  const file = join(folder, `${basename(name).replace(/\.\w+$/, '')}.cjs`);
  writeFileSync(file, code);
  writeFileSync(join(folder, 'out.js.map'), map);
  return { folder, file };
}

function jobOf(name: string, code: string, map: string, words: readonly string[]): Job {
  const { folder, file } = folderFor(code, map, name);
  const job = startWorker(file, words);
  return {
    ...job,
    listen: ({ told, ended }) =>
      job.listen({
        told,
        ended(status) {
          remove(folder);
          ended(status);
        },
      }),
  };
}

/** Runs a file that a compilation has given. */
export function startWorker(file: string | URL, words: readonly string[]): Job {
  const worker = new Worker(file, {
    argv: [...words],
    execArgv: [],
    workerData: { hasCaller: true },
    trackUnmanagedFds: false,
  });
  return {
    listen({ told, ended }) {
      worker.on('message', told as (message: Told) => void);
      worker.on('error', ({ message }) => told({ says: message }));
      worker.on('exit', ended);
    },
    end: () => void worker.terminate(),
    keep: (isWaitedFor) => (isWaitedFor ? worker.ref() : worker.unref()),
  };
}
