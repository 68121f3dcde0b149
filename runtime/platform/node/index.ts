/** Node.js as a platform: the one folder of the runtime that knows of it. */
import type { Platform } from '../platform.ts';
import { engine } from './engine.ts';
import { files } from './files.ts';
import { buffer, inspector, os } from './modules.ts';
import { native } from './native.ts';
import { processes } from './processes.ts';
import { sockets } from './sockets.ts';
import { threads } from './threads.ts';

function exitBy(signal: string): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

export const node: Platform = {
  host: `this ${process.release?.name ?? 'host'} (${process.version})`,
  hostName: os.hostname(),
  cores: os.availableParallelism(),
  architecture: `${process.arch} ${os.endianness()}`,
  arguments: process.argv.slice(2),
  variables: () => ({ ...process.env }),
  clock: {
    milliseconds: () => performance.now(),
    origin: performance.timeOrigin,
    nanoseconds: process.hrtime.bigint,
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
    try {
      native.open('libc.so.6')?.find('_exit', 'int', 1)?.(status);
    } catch {} // there is no package that calls it
    exitBy('SIGKILL');
  },
  decodeBase64: (text) => buffer.Buffer.from(text, 'base64'),
  encodeBase64: (bytes) => buffer.Buffer.from(bytes).toString('base64'),
};
