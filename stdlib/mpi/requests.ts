/**
 * Requests: of operations under way, and persistent ones, which begin the same operation again and again (MPI 3.1, 3.7, 3.9, 12.2).
 */
import type { Communicators } from './communicators.ts';
import { ANY, UNDEFINED, WORLD } from './constants.ts';
import { ERR_COUNT, ERR_IN_STATUS, ERR_REQUEST, Mistake } from './errors.ts';
import { Handles, nullOf, REQUEST } from './handles.ts';
import { NOTHING, Operation, type Outcome, Receive, Send } from './operations.ts';
import type { Post } from './post.ts';
import type { Body, State } from './state.ts';
import { IGNORE, outcomeIn, STATUS_BYTES, type Statuses } from './statuses.ts';
import type { Waiting } from './waiting.ts';

export interface Request {
  /** Absent of a persistent request that is not active. */
  operation: Operation | undefined;
  /** Of a persistent request. */
  readonly begin?: () => Operation;
}

/** Requests that functions in C have made: that of a handle, if it is one of these; and its end. */
export interface BegunInC {
  request(handle: number): Active | undefined;
  release(handle: number): boolean;
}

type Active = Request & { operation: Operation };
const isActive = (request: Request | undefined): request is Active => request?.operation !== undefined;
const isOver = (request: Request | undefined): boolean => !isActive(request) || request.operation.isDone;
const isEnded = (request: Request | undefined): boolean => isActive(request) && request.operation.isDone;

export class Requests {
  readonly handles = new Handles<Request>(REQUEST, ERR_REQUEST);

  constructor(
    private readonly state: State,
    private readonly statuses: Statuses,
    private readonly waiting: Waiting,
    private readonly post: Post,
    private readonly communicators: Communicators,
    private readonly inC: readonly BegunInC[],
  ) {}

  /** The first is that of all sends that functions in C have done at once (job.h). */
  open(): void {
    this.handles.predefine({ operation: new Sent(this.communicators.at('MPI', WORLD), WORLD) });
  }

  give(call: string, at: number, request: Request): void {
    this.state.give(call, 'request', at, this.handles.add(request));
    if (request.operation !== undefined) this.watch(request.operation);
  }

  /** The program leaves the memory of an operation that has begun alone. */
  private watch(operation: Operation): void {
    operation.watch = this.state.watch('MPI_Wait or MPI_Test completes its request');
  }

  private at(call: string, argument: string, handle: number): Request {
    for (const each of this.inC) {
      const request = each.request(handle);
      if (request !== undefined) return request;
    }
    return this.handles.at(call, argument, handle);
  }

  /** That of the program at an address; undefined of none. */
  private requestAt(call: string, argument: string, at: number): Request | undefined {
    const handle = this.state.word(call, argument, at);
    return handle === nullOf(REQUEST) ? undefined : this.at(call, argument, handle);
  }

  private requestsAt(call: string, count: number, at: number): (Request | undefined)[] {
    this.state.natural(call, 'count', count, ERR_COUNT);
    return Array.from({ length: count }, (_, i) => this.requestAt(call, `requests[${i}]`, at + 4 * i));
  }

  /** Ends what is done: its request is none then, or is not active. */
  private end(call: string, at: number, request: Request | undefined, status: number): void {
    if (!isActive(request)) {
      this.statuses.give(call, status, NOTHING);
      return;
    }
    const { operation } = request;
    if (request.begin !== undefined) (request as Request).operation = undefined;
    else this.remove(call, at);
    this.waiting.finish(call, operation, status);
  }

  private remove(call: string, at: number): void {
    const { I32 } = this.state.environment;
    const handle = I32[at >>> 2]!;
    if (!this.inC.some((each) => each.release(handle)) && !this.handles.isPredefined(handle))
      this.handles.remove(call, 'request', handle);
    I32[at >>> 2] = nullOf(REQUEST);
  }

  /** Ends several; a mistake is in the status of its own request then (MPI 3.1, 3.7.5). */
  private endSeveral(
    call: string,
    each: readonly { at: number; request: Request | undefined; status: number }[],
  ): number {
    let failed: Mistake | undefined;
    for (const { at, request, status } of each)
      try {
        this.end(call, at, request, status);
        this.statuses.giveError(status, 0);
      } catch (mistake) {
        if (!(mistake instanceof Mistake)) throw mistake;
        failed = mistake;
        this.state.reports.set(mistake.kind, mistake.message);
        this.statuses.giveError(status, mistake.kind);
      }
    if (failed !== undefined) throw new Mistake(ERR_IN_STATUS, failed.message);
    return 0;
  }

  private endAll(call: string, at: number, requests: readonly (Request | undefined)[], statuses: number): number {
    const each = requests.map((request, i) => ({ at: at + 4 * i, request, status: statusAt(statuses, i) }));
    return this.endSeveral(call, each);
  }

  // ---------------------------------------------------------------- several

  /** The first that is done; undefined: none. `isWaiting`: there is one if any is active. */
  private firstEnded(call: string, requests: readonly (Request | undefined)[], isWaiting: boolean): number | undefined {
    const active = requests.filter(isActive);
    if (active.length === 0) return undefined;
    const isAnyDone = () => active.some(({ operation }) => operation.isDone);
    if (isWaiting) {
      const [first] = active;
      const text = `of ${active.length} requests, the first ${first!.operation.text}`;
      this.waiting.until(call, { whom: ANY, text, comm: first!.operation.comm }, isAnyDone);
    } else if (!this.waiting.glance(isAnyDone)) return undefined;
    return requests.findIndex(isEnded);
  }

  private any(isWaiting: boolean): Body {
    return (call, count, at, index, ...rest) => {
      const [status, flag] = isWaiting ? [rest[0]!] : [rest[1]!, rest[0]!];
      const requests = this.requestsAt(call, count!, at!);
      const which = this.firstEnded(call, requests, isWaiting);
      this.state.give(call, 'index', index!, which ?? UNDEFINED);
      if (flag !== undefined)
        this.state.give(call, 'flag', flag, which !== undefined || !requests.some(isActive) ? 1 : 0);
      if (which !== undefined) this.end(call, at! + 4 * which, requests[which], status);
      else if (!requests.some(isActive)) this.statuses.give(call, status, NOTHING);
    };
  }

  private some(isWaiting: boolean): Body {
    return (call, count, at, ...[outCount, indices, statuses]) => {
      const requests = this.requestsAt(call, count!, at!);
      const areActive = requests.some(isActive);
      if (areActive) this.firstEnded(call, requests, isWaiting);
      const done = requests.flatMap((request, i) => (isEnded(request) ? [i] : []));
      this.state.give(call, 'outcount', outCount!, areActive ? done.length : UNDEFINED);
      this.state.giveWords(call, 'indices', indices!, done);
      const each = done.map((which, i) => ({
        at: at! + 4 * which,
        request: requests[which],
        status: statusAt(statuses!, i),
      }));
      return this.endSeveral(call, each);
    };
  }

  // ---------------------------------------------------------------- persistent ones, freeing, cancelling

  private start(call: string, argument: string, at: number): void {
    const request = this.at(call, argument, this.state.word(call, argument, at));
    if (request.begin === undefined)
      this.state.refuse(call, argument, 'a request of one operation', 'only persistent ones are started', ERR_REQUEST);
    if (isActive(request)) this.state.refuse(call, argument, 'active', 'wait for it first', ERR_REQUEST);
    const operation = request.begin();
    request.operation = operation;
    this.watch(operation);
  }

  private cancel(call: string, at: number): void {
    const { operation } = this.at(call, 'request', this.state.word(call, 'request', at));
    if (operation instanceof Generalized) operation.cancel();
    if (operation === undefined || operation.isDone) return;
    if (operation instanceof Send) this.post.withdraw(operation);
    if (operation instanceof Receive) this.post.cancel(operation);
  }

  /** One of the program itself is known until the program says that it is complete. */
  private free(call: string, at: number): void {
    const handle = this.state.word(call, 'request', at);
    const { operation } = this.at(call, 'request', handle);
    if (operation instanceof Generalized && !operation.isDone) {
      this.handles.release(handle);
      this.state.give(call, 'request', at, nullOf(REQUEST));
    } else this.remove(call, at);
    operation?.forget();
  }

  readonly bodies: Record<string, Body> = {
    MPI_Wait: (call, at, status) => {
      const request = this.requestAt(call, 'request', at!);
      if (isActive(request)) this.waiting.for(call, request.operation);
      this.end(call, at!, request, status!);
    },
    MPI_Test: (call, at, flag, status) => {
      const request = this.requestAt(call, 'request', at!);
      const isDone = this.waiting.glance(() => isOver(request));
      this.state.give(call, 'flag', flag!, isDone ? 1 : 0);
      if (isDone) this.end(call, at!, request, status!);
    },
    MPI_Waitall: (call, count, at, statuses) => {
      const requests = this.requestsAt(call, count!, at!);
      for (const request of requests) if (isActive(request)) this.waiting.for(call, request.operation);
      return this.endAll(call, at!, requests, statuses!);
    },
    MPI_Testall: (call, count, at, flag, statuses) => {
      const requests = this.requestsAt(call, count!, at!);
      const areDone = this.waiting.glance(() => requests.every(isOver));
      this.state.give(call, 'flag', flag!, areDone ? 1 : 0);
      return areDone ? this.endAll(call, at!, requests, statuses!) : 0;
    },
    MPI_Waitany: this.any(true),
    MPI_Testany: this.any(false),
    MPI_Waitsome: this.some(true),
    MPI_Testsome: this.some(false),
    MPI_Request_get_status: (call, handle, flag, status) => {
      const request = handle === nullOf(REQUEST) ? undefined : this.at(call, 'request', handle!);
      const isDone = this.waiting.glance(() => isOver(request));
      this.state.give(call, 'flag', flag!, isDone ? 1 : 0);
      if (isDone) this.statuses.give(call, status!, isActive(request) ? request.operation.shown() : NOTHING);
    },
    MPI_Request_free: (call, at) => this.free(call, at!),
    MPI_Cancel: (call, at) => this.cancel(call, at!),
    MPI_Start: (call, at) => this.start(call, 'request', at!),
    MPI_Startall: (call, count, at) => {
      this.state.natural(call, 'count', count!, ERR_COUNT);
      for (let i = 0; i < count!; i++) this.start(call, `array_of_requests[${i}]`, at! + 4 * i);
    },
    MPI_Grequest_start: (call, query, free, cancel, extra, at) => {
      const comm = this.communicators.at(call, WORLD);
      const operation = new Generalized(
        comm,
        WORLD,
        this.state,
        { query: query!, free: free!, cancel: cancel! },
        extra!,
      );
      this.give(call, at!, { operation });
    },
    MPI_Grequest_complete: (call, handle) => {
      const { operation } = this.at(call, 'request', handle!);
      if (!(operation instanceof Generalized))
        return this.state.refuse(call, 'request', 'another one', 'it is one of MPI_Grequest_start', ERR_REQUEST);
      if (this.handles.isReleased(handle!)) this.handles.remove(call, 'request', handle!);
      operation.complete();
    },
  };
}

const statusAt = (statuses: number, i: number): number => (statuses === IGNORE ? IGNORE : statuses + STATUS_BYTES * i);

/** A send that was done before its request was made. */
class Sent extends Operation {
  override isDone = true;
  readonly outcome = NOTHING;
  readonly whom = ANY;
  readonly text = 'of a message that has been sent';
  protected conclude(): void {}
}

/**
 * A generalized request: the program does the operation and says when it is complete (MPI 3.1, 12.2). MPI_Request_get_status calls the query function,
 * MPI_Request_free the free function, MPI_Wait and MPI_Test both: an error of the latter counts.
 */
class Generalized extends Operation {
  readonly whom = ANY;
  readonly text = 'of the program itself';

  constructor(
    comm: Operation['comm'],
    commHandle: number,
    private readonly state: State,
    private readonly functions: { readonly query: number; readonly free: number; readonly cancel: number },
    private readonly extra: number,
  ) {
    super(comm, commHandle);
  }

  /** What the query function has put into a status. */
  outcome: Outcome = NOTHING;

  /** What the function returns is an error of the call that calls it. */
  private call(which: keyof typeof this.functions, ...parameters: number[]): void {
    const own = this.state.environment.table[this.functions[which]] as (...parameters: number[]) => number;
    const failed = own(this.extra, ...parameters);
    if (failed !== 0)
      throw new Mistake(failed, `${this.state.call}: the ${which} function of the request has returned ${failed}`);
  }

  private query(): void {
    const { heap, I32 } = this.state.environment;
    const room = heap.allocate(STATUS_BYTES);
    I32.fill(0, room >>> 2, (room >>> 2) + STATUS_BYTES / 4);
    try {
      this.call('query', room);
    } finally {
      this.outcome = outcomeIn(I32, room >>> 2);
      heap.free(room);
    }
  }

  override shown(): Outcome {
    this.query();
    return this.outcome;
  }

  cancel(): void {
    this.call('cancel', this.isDone ? 1 : 0);
  }

  protected conclude(): void {
    try {
      if (!this.isForgotten) this.query();
    } finally {
      this.call('free');
    }
  }
}
