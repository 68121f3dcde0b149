/**
 * A page as a platform: threads are its workers, files a tree in memory that the job's first worker keeps (job-worker.ts).
 */

import { files } from '../node/files.ts';
import type { Onlooker, Platform, Processes, Sockets } from '../platform.ts';
import { host } from './host.ts';
import { Pace } from './pace.ts';
import { Buffer } from './process.ts';
import { type Shown, threads } from './threads.ts';
import { giveBack, scope, urlOf } from './web.ts';

const inNanoseconds = (milliseconds: number) => BigInt(Math.round(milliseconds * 1e6));

const NONE = 'a page starts no processes and opens no sockets';

function refused(): never {
  throw new Error(NONE);
}

const processes: Processes = {
  none: NONE,
  id: 1,
  host: '',
  network: '',
  parent: undefined,
  caller: undefined,
  start: refused,
  call: refused,
  cores: () => undefined,
  keepSignals() {},
  keepTo() {},
  executable: 'pgasc',
  callCommand: refused,
  preload: refused,
};

const sockets: Sockets = {
  secret: () => scope.crypto.getRandomValues(new Uint8Array(32)),
  listen: refused,
  join: refused,
};

/** Nothing that follows in this worker matters: it is closed. */
function exit(status: number): never {
  host.job?.ended(status);
  return undefined as never;
}

const STATUS: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

const pace = host?.program.pace;

const onlookerAt = (pace: Pace): Onlooker => ({
  show(lines) {
    pace.take();
    host.port?.postMessage({ shown: lines } satisfies Shown);
  },
});

export const browser: Platform = {
  host: 'this browser',
  hostName: 'page',
  cores: scope.navigator.hardwareConcurrency,
  architecture: 'wasm32 LE',
  memory: host?.program.memory ?? 2 ** 28,
  runningFile: () => host.program.file,
  arguments: host?.program.arguments ?? [],
  variables: () => ({ ...host?.program.variables }),
  clock: {
    milliseconds: () => performance.now(),
    origin: performance.timeOrigin,
    nanoseconds: () => inNanoseconds(performance.timeOrigin) + inNanoseconds(performance.now()),
    ofProcess: () => inNanoseconds(performance.now()),
    ofThread: () => undefined,
  },
  files: {
    ...files,
    write: (descriptor, bytes, start, thread) =>
      host.system('writeSync', [descriptor, bytes.subarray(start), null, thread]) as number,
    pathOf: () => host.program.path,
    writeLater: async (descriptor, bytes) => void files.write(descriptor, bytes, 0),
    isTerminal: () => false,
    onInput: refused,
    ignoreInput() {},
  },
  threads,
  processes,
  sockets,
  engine: {
    prepareForModule() {}, // no flags of the engine can be set
    run(script, file) {
      const url = urlOf(`globalThis.pgascResult = ${script}\n//# sourceURL=${file}`);
      scope.importScripts(url);
      giveBack(url);
      return (globalThis as { pgascResult?: unknown }).pgascResult;
    },
  },
  native: { open: () => undefined, futex: () => undefined, places: [] },
  ...(pace !== undefined && { onlooker: onlookerAt(new Pace(pace)) }),
  onSignal: (signal, listener) => host.job?.onSignal(signal, listener),
  listenForDebuggers: () => 'the tools of the browser',
  exit,
  exitBy: (signal) => exit(STATUS[signal] ?? 128),
  exitAtOnce: exit,
  decodeBase64: (text) => Buffer.from(text, 'base64'),
  encodeBase64: (bytes) => Buffer.from(bytes).toString('base64'),
};
