/**
 * Threads of a page: workers that it makes (job.ts), begun by a script of ours (thread-worker.ts) that loads the program, and joined to the
 * job's first worker by a channel.
 *
 * Where workers share no memory, as the page is not isolated from those of other origins, one thread runs in the first worker itself: all of a
 * simulated job.
 */
import type { Code, StartedThread, ThreadEvents, ThreadRoom, Threads } from '../platform.ts';
import { ANSWER_BYTES, Answers, type Call, type Taken } from './calls.ts';
import { host, type Program, setHost } from './host.ts';
import { scope } from './web.ts';

/** The first message to a thread. */
export interface Beginning {
  readonly program: Program;
  readonly given: unknown;
  /** Memory for the results of its calls, and for what it prints. */
  readonly answers: SharedArrayBuffer;
  readonly output: SharedArrayBuffer;
}

/** From a thread: there is something in the ring. */
export interface Printed {
  readonly printed: true;
}

/** From a thread: an access that has had its turn. */
export interface Shown {
  readonly shown: string;
}

const NOT_SHARED = 'this page is not cross-origin isolated (headers COOP and COEP), so that workers share no memory';

export const threads: Threads = {
  given: host?.given,
  hasCaller: host?.program.hasCaller === true,
  ...(!scope.crossOriginIsolated && { onlyOne: NOT_SHARED }),
  tell: (message) => host.tell?.(message),
  onMessage(listener) {
    host.port!.onmessage = ({ data }) => listener(data as never);
  },
  start: scope.crossOriginIsolated ? startThread : startHere,
  shareCode() {}, // the engine has a cache of its own
};

function startThread<M>({ file }: Code, given: unknown, _room: ThreadRoom, events: ThreadEvents<M>): StartedThread {
  const { program, system } = host;
  const { console, startWorker, shown } = host.job!;
  const { port1: port, port2 } = new scope.MessageChannel();
  const memory = new SharedArrayBuffer(ANSWER_BYTES);
  const answers = new Answers(system, memory);
  port.onmessage = ({ data }) => {
    const message = data as Call | Taken | Printed | Shown | { readonly told: M };
    if ('call' in message) void answers.hear(message);
    else if ('printed' in message) console.woken();
    else if ('shown' in message) shown(message.shown);
    else events.told(message.told);
  };
  // `given` contains WebAssembly memories, so it is the last property (launch/supervisor.ts says why).
  const beginning: Beginning = { program: { ...program, file }, answers: memory, output: console.memory!, given };
  port.postMessage(beginning);
  const endWorker = startWorker(port2, events.failed);
  const end = () => {
    endWorker();
    events.ended();
    return Promise.resolve();
  };
  return { send: (message) => port.postMessage(message), end };
}

/** Once this task is over: who starts it is to have it. */
function startHere<M>(_: Code, given: unknown, _room: ThreadRoom, events: ThreadEvents<M>): StartedThread {
  const run = () => {
    const tell = (message: unknown) => void setTimeout(() => events.told(message as M));
    setHost({ system: host.system, program: host.program, given, tell });
    scope.importScripts(host.program.file);
    setTimeout(() => events.ended());
  };
  setTimeout(run);
  return { send() {}, end: () => Promise.resolve() };
}
