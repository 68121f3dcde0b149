/**
 * The process of runner.ts: runs compiled programs, one after the other, in itself and in workers that stay.
 *
 * A program has its own `process`, in which exit, argv, signals and worker_threads are those of the job; all else is as in a
 * process of its own. When a job is over, its threads are woken to find that out. Those that do not come back are stopped, and
 * V8's flags are set back. Behind the last byte of output comes the word that the request gave.
 */
import { EventEmitter } from 'node:events';
import { readFileSync, writeSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import v8 from 'node:v8';
import * as workerThreads from 'node:worker_threads';

const { isMainThread, parentPort, Worker } = workerThreads;

/** Longest time for a thread to notice that its job is over. */
const PATIENCE = 500;

/** Runtimes that have been compiled, by their texts: functions of the program's `process` that give the library. */
const runtimes = new Map();

function runtimeOf(text) {
  const known = runtimes.get(text);
  if (known !== undefined) return known;
  const made = compileFunction(`${text}\nreturn pgasc;`, ['process']);
  runtimes.set(text, made);
  return made;
}

/** Runs an out.js, which is the runtime and the program, with members of `process` replaced, and modules of Node. */
function run(file, text, members, modules) {
  const end = text.indexOf('\nconst program = ') + 1;
  const runtime = text.slice(text.indexOf('\n'), end); // behind #!
  const lineOffset = text.slice(0, end).split('\n').length - 2;
  const own = { ...members, getBuiltinModule: (name) => modules[name] ?? process.getBuiltinModule(name) };
  const get = (_, name) => (name in own ? own[name] : process[name]);
  const pgasc = runtimeOf(runtime)(new Proxy(process, { get }));
  compileFunction(`'use strict';\n${text.slice(end)}`, ['pgasc'], { filename: file, lineOffset })(pgasc);
}

// ---------------------------------------------------------------- a worker that stays

if (!isMainThread)
  parentPort.on('message', ({ file, text, env, workerData }) => {
    const port = { postMessage: (message) => parentPort.postMessage({ message }) };
    const threads = { ...workerThreads, workerData, parentPort: port };
    run(file, text, { argv: [process.execPath, file], env }, { 'node:worker_threads': threads });
    parentPort.postMessage({ idle: true });
  });

/** Workers that have nothing to do, by the size of their stacks in MiB. */
const idle = new Map();

function takeWorker(options) {
  const { stackSizeMb } = options.resourceLimits;
  const free = idle.get(stackSizeMb)?.pop();
  if (free !== undefined) return free;
  const worker = new Worker(new URL(import.meta.url), { ...options, eval: false, workerData: undefined });
  return Object.assign(worker, { stackSizeMb });
}

function giveBack(worker) {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  if (!idle.has(worker.stackSizeMb)) idle.set(worker.stackSizeMb, []);
  idle.get(worker.stackSizeMb).push(worker);
}

// ---------------------------------------------------------------- a job

class Job {
  /** Its workers, each with a promise of its end: true if it can be used again. */
  ends = [];
  /** V8's, that it has set. */
  flags = [];
  /** Its processes, with the memory of each. */
  processes = [];
  layout = undefined;

  constructor({ file, words, env }) {
    this.words = words;
    this.request = { file, text: readFileSync(file, 'utf8'), env: { ...process.env, ...env } };
  }

  /** Gives the exit status. */
  run() {
    const { file, text, env } = this.request;
    return new Promise((resolve) => {
      const members = {
        argv: [process.execPath, file, ...this.words],
        env,
        exit: (status) => resolve(status),
        kill: () => resolve(null), // itself
        on: () => {},
        removeAllListeners: () => {},
      };
      const setFlagsFromString = (flag) => {
        this.flags.push(flag);
        v8.setFlagsFromString(flag);
      };
      const modules = {
        'node:worker_threads': { ...workerThreads, workerData: null, Worker: this.#workerClass() },
        'node:v8': { ...v8, setFlagsFromString },
      };
      run(file, text, members, modules);
    });
  }

  /** In place of worker_threads' Worker. */
  #workerClass() {
    const job = this;
    return class extends EventEmitter {
      constructor(_, options) {
        super();
        const worker = takeWorker(options);
        job.processes = options.workerData.pgasc.processes;
        job.layout = options.workerData.pgasc.layout;
        const ended = new Promise((resolve) => {
          worker.on('message', ({ idle: isIdle, message }) => (isIdle ? resolve(true) : this.emit('message', message)));
          worker.on('error', (error) => this.emit('error', error));
          worker.on('exit', (status) => {
            resolve(false);
            this.emit('exit', status);
          });
        });
        job.ends.push({ worker, ended });
        worker.postMessage({ ...job.request, workerData: options.workerData });
      }

      /** `end` does that. */
      async terminate() {}
    };
  }

  /** Lets the threads come to their ends, and sets back what the job has set. */
  async end({ jobEnd, over, bell }) {
    for (const { memory } of this.processes) {
      if (memory === undefined) continue;
      const words = new Int32Array(memory.buffer);
      Atomics.compareExchange(words, jobEnd >>> 2, 0, over);
      for (let thread = 0; thread < this.layout.regions; thread++) {
        const word = ((thread << this.layout.shift) + bell) >>> 2;
        Atomics.add(words, word, 1);
        Atomics.notify(words, word);
      }
    }
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE, false)));
    for (const { worker, ended } of this.ends)
      if (await Promise.race([ended, late])) giveBack(worker);
      else await worker.terminate();
    clearTimeout(timer);
    for (const flag of this.flags) v8.setFlagsFromString(flag.replace('--no-', '--'));
  }
}

function writeMark(descriptor, mark) {
  const bytes = Buffer.from(mark);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') process.exit();
    }
  }
}

if (isMainThread) {
  process.on('message', async ({ job, mark, words }) => {
    const running = new Job(job);
    const status = await running.run();
    await running.end(words);
    process.send(status);
    writeMark(1, mark);
    writeMark(2, mark);
  });
  process.on('disconnect', () => process.exit());
}
