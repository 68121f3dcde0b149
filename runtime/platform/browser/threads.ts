/** Threads of a page: workers, begun by a script of ours (thread-worker.ts) that loads the program. */
import type { Code, StartedThread, ThreadEvents, Threads } from '../platform.ts';
import { ANSWER_BYTES, Answers, type Call, type Taken } from './calls.ts';
import { host, type Program } from './host.ts';
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

/** Threads hear messages from the time they ask for them: those before wait. */
const early: unknown[] = [];

export const threads: Threads = {
  given: host?.given,
  tell: (message) => scope.postMessage({ told: message }),
  onMessage(listener) {
    scope.onmessage = ({ data }) => listener(data as never);
    for (const message of early.splice(0)) listener(message as never);
  },
  start,
  shareCode() {}, // the engine has a cache of its own
};

function start<M>({ file }: Code, given: unknown, _stackMiB: number, events: ThreadEvents<M>): StartedThread {
  const { program, system } = host;
  const { console } = host.job!;
  const worker = new scope.Worker(program.threadScript);
  const memory = new SharedArrayBuffer(ANSWER_BYTES);
  const answers = new Answers(system, memory);
  worker.onmessage = ({ data }) => {
    const message = data as Call | Taken | Printed | { readonly told: M };
    if ('call' in message) void answers.hear(message);
    else if ('printed' in message) console.woken();
    else events.told(message.told);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    events.failed(event.message ?? 'its script could not be loaded');
  };
  worker.postMessage({
    program: { ...program, file },
    given,
    answers: memory,
    output: console.memory!,
  } satisfies Beginning);
  const end = () => {
    worker.terminate();
    events.ended();
    return Promise.resolve();
  };
  return { send: (message) => worker.postMessage(message), end };
}
