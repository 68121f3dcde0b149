/**
 * A job as the page sees it: makes its workers, shows output, gives input and signals, and learns its status.
 */
import type { FromJob, JobStart, ToJob } from './job-worker.ts';
import { NOBODY, type Run } from './outputring.ts';
import { Pace } from './pace.ts';
import type { Contents } from './tree.ts';
import { giveBack, type Port, scope, urlOf, type WebWorker } from './web.ts';

export interface JobRequest {
  /** out.js and its source map. */
  readonly code: string;
  readonly map?: string;
  /** Flags of the launcher, and arguments of the program. */
  readonly arguments?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** Files that it finds, by path. */
  readonly files?: Contents;
  /** Bytes of memory, unless it asks for more: 256 MiB. */
  readonly memory?: number;
  readonly isTerminal?: boolean;
  /** Behind each access to shared memory a thread waits for a turn (Job.pace), then it is shown: of a program with -trace, in a page whose threads share memory. */
  readonly isSlowed?: boolean;
}

export interface JobEvents {
  /** The page calls `taken` when it has shown them. `runs`: who has printed which of them. */
  output(descriptor: number, bytes: Uint8Array, taken: () => void, runs: readonly Run[]): void;
  /** All its files, after some have changed. */
  files?(contents: Contents): void;
  ended(status: number): void;
  /** Lines of a trace: an access of a slowed run, as it happens. */
  shown?(lines: string): void;
  /** JavaScript of the page calls the program's functions, and hears what it tells (Threads.hasCaller). */
  told?(message: unknown): void;
}

/** Where the scripts of workers are: dist/page. */
export interface Scripts {
  readonly job: string;
  readonly thread: string;
}

/** Of the program's text the first line is replaced: a worker may load it twice, and its lines keep their numbers. */
const [HEAD, TAIL] = ['(() => {', '\n})();'];
const USUAL_MEMORY = 2 ** 28;
const KILLED = 137;

export class Job {
  private readonly worker: WebWorker;
  /** Of threads, by their numbers. */
  private readonly workers = new Map<number, WebWorker>();
  private readonly url: string;
  private isOver = false;
  /** Of a slowed run. */
  readonly pace: Pace | undefined;

  constructor(
    request: JobRequest,
    private readonly events: JobEvents,
    private readonly scripts: Scripts,
  ) {
    this.pace = request.isSlowed ? new Pace() : undefined;
    this.url = urlOf(request.code.replace(/^#!.*/, HEAD), TAIL);
    this.worker = new scope.Worker(scripts.job);
    this.worker.onmessage = ({ data }) => this.hear(data as FromJob);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.say(`the job's first worker failed: ${event.message ?? 'its script could not be loaded'}`);
      this.end(KILLED);
    };
    this.worker.postMessage(startOf(request, this.url, events.told !== undefined, this.pace));
  }

  input(bytes: Uint8Array | undefined): void {
    this.tell({ input: bytes });
  }

  signal(signal: string): void {
    this.tell({ signal });
  }

  /** Ends it wherever it is. */
  kill(): void {
    this.end(KILLED);
  }

  private say(text: string): void {
    const bytes = new TextEncoder().encode(`pgasc: ${text}\n`);
    this.events.output(2, bytes, () => {}, [{ thread: NOBODY, size: bytes.length }]);
  }

  private tell(message: ToJob): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromJob): void {
    if (this.isOver) return;
    if ('status' in message) this.end(message.status);
    else if ('files' in message) this.events.files?.(message.files);
    else if ('told' in message) this.events.told?.(message.told);
    else if ('shown' in message) this.events.shown?.(message.shown);
    else if ('start' in message) this.startThread(message.start, message.port);
    else if ('end' in message) this.workers.get(message.end)?.terminate();
    else {
      const { descriptor, bytes, runs } = message;
      this.events.output(descriptor, bytes, () => this.tell({ taken: bytes.length }), runs);
    }
  }

  private startThread(number: number, port: Port): void {
    const worker = new scope.Worker(this.scripts.thread);
    this.workers.set(number, worker);
    worker.onerror = (event) => {
      event.preventDefault();
      this.tell({ failed: number, message: event.message ?? 'its script could not be loaded' });
    };
    worker.postMessage(port, [port]);
  }

  private end(status: number): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const worker of [this.worker, ...this.workers.values()]) worker.terminate();
    giveBack(this.url);
    this.events.ended(status);
  }
}

function startOf(request: JobRequest, file: string, hasCaller: boolean, pace: Pace | undefined): JobStart {
  const { map, files = {}, variables = {}, memory = USUAL_MEMORY, isTerminal = true } = request;
  return {
    program: {
      file,
      path: '/out.js',
      arguments: request.arguments ?? [],
      variables,
      memory,
      isTerminal,
      hasCaller,
      ...(pace !== undefined && { pace: pace.memory }),
    },
    files: { ...files, ...(map !== undefined && { '/out.js.map': new TextEncoder().encode(map) }) },
  };
}
