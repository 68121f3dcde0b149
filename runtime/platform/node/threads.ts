/**
 * Threads of Node.js: workers.
 *
 * The engine compiles a file anew in each worker. Of one that is a script the workers run the text, so that one of them can hand
 * over what the engine has made of it (V8's code cache, with the functions that have been called) to those that start later.
 */
import type { Code, StartedThread, ThreadEvents, ThreadRoom, Threads } from '../platform.ts';
import { files } from './files.ts';
import { fs, v8, type vm, workerThreads } from './modules.ts';

/** What a worker is given. */
interface WorkerData {
  readonly pgasc?: unknown;
  readonly hasCaller?: boolean;
  /** Of a script: its text, and the engine's cache of it, if a thread has shared that. */
  readonly text?: string;
  readonly file?: string;
  readonly path?: string;
  readonly cache?: Uint8Array | undefined;
  /** Is set by RUN. */
  script?: InstanceType<ReturnType<typeof vm>['Script']>;
}

/** What the first line of a script is replaced by, and what follows its last one: its variables are its own, its lines keep their numbers. */
const [HEAD, TAIL] = ['(() => {', '\n})();'];
/** What a worker runs, where it runs a script. */
const RUN = `{
  const given = process.getBuiltinModule('node:worker_threads').workerData;
  const { Script } = process.getBuiltinModule('node:vm');
  process.argv.splice(1, 0, given.path);
  given.script = new Script(given.text, { filename: given.file, cachedData: given.cache });
  given.script.runInThisContext();
}`;

const data = workerThreads.workerData as WorkerData | null;
/** Scripts that this thread has started others with. */
const scripts = new Map<string, Omit<WorkerData, 'pgasc'>>();

/** Those that this thread has started and that have not ended. */
const workers = new Set<InstanceType<typeof workerThreads.Worker>>();

export const stopThreads = () => Promise.all([...workers].map((worker) => worker.terminate()));

export const threads: Threads = {
  given: data?.pgasc,
  hasCaller: data?.hasCaller === true,
  tell: (message) => workerThreads.parentPort!.postMessage(message),
  onMessage: (listener) => void workerThreads.parentPort!.on('message', listener),
  start,
  shareCode,
};

function start<M>(code: Code, given: unknown, room: ThreadRoom, events: ThreadEvents<M>): StartedThread {
  const { file } = code;
  const script = code.isScript ? scriptOf(file) : undefined;
  if (room.growth !== undefined) v8().setFlagsFromString(`--heap-growing-percent=${room.growth}`);
  const worker = new workerThreads.Worker(script ? RUN : file.startsWith('file:') ? new URL(file) : file, {
    eval: script !== undefined,
    workerData: { ...script, pgasc: given, hasCaller: threads.hasCaller } satisfies WorkerData,
    execArgv: [],
    env: workerThreads.SHARE_ENV,
    trackUnmanagedFds: false,
    resourceLimits: limitsOf(room),
  });
  worker.on('message', (message: M | SharedCode) => {
    if (isSharedCode(message)) scripts.set(file, { ...script, cache: message.codeCache });
    else events.told(message);
  });
  worker.on('error', (error: Error) => events.failed(error.message));
  workers.add(worker);
  worker.on('exit', () => {
    workers.delete(worker);
    events.ended();
  });
  return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

function limitsOf({ stack, heap, young }: ThreadRoom): InstanceType<typeof workerThreads.Worker>['resourceLimits'] {
  return {
    stackSizeMb: stack,
    ...(heap !== undefined && { maxOldGenerationSizeMb: heap }),
    ...(young !== undefined && { maxYoungGenerationSizeMb: young }),
  };
}

function scriptOf(file: string): Omit<WorkerData, 'pgasc'> {
  const known = scripts.get(file);
  if (known !== undefined) return known;
  const path = file.startsWith('file:') ? files.pathOf(file) : file;
  const text = fs.readFileSync(path, 'utf8').replace(/^#!.*/, HEAD) + TAIL;
  const script = { file, path, text };
  scripts.set(file, script);
  return script;
}

/** The message of a thread that shares its code. */
interface SharedCode {
  readonly codeCache: Uint8Array;
}

const isSharedCode = (message: unknown): message is SharedCode =>
  typeof message === 'object' && message !== null && 'codeCache' in message;

function shareCode(): void {
  const cache = data?.script?.createCachedData();
  if (cache === undefined) return;
  const codeCache = new Uint8Array(new SharedArrayBuffer(cache.length));
  codeCache.set(cache);
  threads.tell({ codeCache } satisfies SharedCode);
}
