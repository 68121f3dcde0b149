/** Threads of Node.js: workers. */
import type { StartedThread, ThreadEvents, Threads } from '../platform.ts';
import { workerThreads } from './modules.ts';

export const threads: Threads = {
  given: (workerThreads.workerData as { pgasc?: unknown } | null)?.pgasc,
  tell: (message) => workerThreads.parentPort!.postMessage(message),
  onMessage: (listener) => void workerThreads.parentPort!.on('message', listener),
  start,
};

function start<M>(file: string, given: unknown, stackMiB: number, events: ThreadEvents<M>): StartedThread {
  const worker = new workerThreads.Worker(file.startsWith('file:') ? new URL(file) : file, {
    workerData: { pgasc: given },
    execArgv: [],
    env: workerThreads.SHARE_ENV,
    trackUnmanagedFds: false,
    resourceLimits: { stackSizeMb: stackMiB },
  });
  worker.on('message', events.told);
  worker.on('error', (error: Error) => events.failed(error.message));
  worker.on('exit', events.ended);
  return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
}
