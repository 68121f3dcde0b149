/** Node.js as a platform: the one folder of the runtime that knows of it. */
import type { Platform } from '../platform.ts';
import { engine } from './engine.ts';
import { files } from './files.ts';
import { buffer, inspector, os } from './modules.ts';
import { native } from './native.ts';
import { processes } from './processes.ts';
import { runningFile } from './running.ts';
import { sockets } from './sockets.ts';
import { stopThreads, threads } from './threads.ts';

/** Milliseconds: a thread that computes is stopped by then, one in a call of the system is not. */
const PATIENCE_FOR_THREADS = 2000;

function exitBy(signal: string): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

type CpuUsage = { readonly user: number; readonly system: number };
/** Newer versions of Node.js have it. */
type ThreadCpu = { threadCpuUsage?: () => CpuUsage };

const inNanoseconds = ({ user, system }: CpuUsage) => BigInt(user + system) * 1000n;

export const node: Platform = {
  host: `this ${process.release?.name ?? 'host'} (${process.version})`,
  hostName: os.hostname(),
  cores: os.availableParallelism(),
  architecture: `${process.arch} ${os.endianness()}`,
  memory: 2 ** 32,
  runningFile,
  arguments: process.argv.slice(2),
  variables: () => ({ ...process.env }),
  clock: {
    milliseconds: () => performance.now(),
    origin: performance.timeOrigin,
    nanoseconds: process.hrtime.bigint,
    ofProcess: () => inNanoseconds(process.cpuUsage()),
    ofThread() {
      const usage = (process as ThreadCpu).threadCpuUsage?.();
      return usage && inNanoseconds(usage);
    },
  },
  files,
  threads,
  processes,
  sockets,
  engine,
  native,
  onSignal(signal, listener) {
    process.removeAllListeners(signal);
    if (listener !== undefined) process.on(signal, listener);
  },
  listenForDebuggers() {
    if (inspector().url() === undefined) inspector().open(0, '127.0.0.1');
    return new URL(inspector().url()!).host;
  },
  exit: (status) => process.exit(status),
  exitBy,
  exitAtOnce(status) {
    if (threads.hasCaller) process.exit(status); // the worker alone: the process is the caller's
    try {
      native.open('libc.so.6')?.find('_exit', 'int', 1)?.(status);
    } catch {} // there is no package that calls it, so that no thread is in native code, and each can be stopped
    setTimeout(() => exitBy('SIGKILL'), PATIENCE_FOR_THREADS);
    void stopThreads().then(() => process.exit(status));
  },
  decodeBase64: (text) => buffer.Buffer.from(text, 'base64'),
  encodeBase64: (bytes) => buffer.Buffer.from(bytes).toString('base64'),
};
