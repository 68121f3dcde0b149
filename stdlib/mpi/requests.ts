/**
 * Operations that go on: a request is a number in the program's MPI_Request, until it is waited for or found done.
 *
 * A blocking call is the same operation with a wait behind it, so a request needs no more than whether it is done, on whom that depends,
 * and the status that it gives.
 */
import { forLetter } from '../common/together.ts';
import { ErrorClass, Refusal, refuseHandle } from './errors.ts';
import { type Communicator, type Named, PROC_NULL, type State, UNDEFINED } from './state.ts';
import { EMPTY, type Status, writeStatus } from './status.ts';

const KIND = 0x52;
const NULL = KIND << 24;
const STATUS_BYTES = 20;

export interface Request {
  readonly comm: Communicator;
  /** The thread on which it depends; -1: any. */
  readonly whom: number;
  isDone(): boolean;
  /** When it is done; refuses a message that has been truncated. */
  status(name: string): Status;
}

/** Of a call with MPI_PROC_NULL. */
export function nothing(comm: Communicator, isReceive: boolean): Request {
  const status = isReceive ? { ...EMPTY, source: PROC_NULL } : EMPTY;
  return { comm, whom: -1, isDone: () => true, status: () => status };
}

export class Requests {
  private readonly requests = new Map<number, Request>();
  private last = NULL;
  /** Tests in a row that have found nothing done. */
  private turns = 0;

  constructor(private readonly state: State) {}

  /** Writes the number of a new request. */
  enter(name: string, address: number, request: Request): void {
    this.state.give(name, 'request', address, ++this.last);
    this.requests.set(this.last, request);
  }

  wait(name: string, request: Request): Status {
    const { whom } = request;
    this.block(name, whom, () => request.isDone());
    return this.state.within(request.comm, () => request.status(name));
  }

  /** Waits for a condition that depends on a thread; -1: on any. */
  block(name: string, whom: number, holds: () => boolean): void {
    if (holds()) return;
    const { together, environment } = this.state;
    environment.runtime.job.block(forLetter(whom), together.unlessStalled(together.unlessEnded(name, whom, holds)));
  }

  /** Polls; a rank that asks again and again in vain sleeps until a message comes. */
  look(isDone: () => boolean): boolean {
    const { job } = this.state.environment.runtime;
    if (!isDone()) job.poll();
    if (isDone()) this.turns = 0;
    else job.pause(++this.turns);
    return this.turns === 0;
  }

  /** The request of a number; none of MPI_REQUEST_NULL. */
  private at(name: string, address: number): Request | undefined {
    const handle = this.state.environment.I32[this.state.place(name, 'request', address)]!;
    if (handle === NULL) return undefined;
    const rule = 'no request has this handle, or it has been waited for';
    return this.requests.get(handle) ?? refuseHandle(ErrorClass.REQUEST, name, 'request', handle, rule);
  }

  private all(name: string, count: number, addresses: number): (Request | undefined)[] {
    this.state.initialized(name);
    if (count < 0) throw new Refusal(ErrorClass.COUNT, `${name}: count is ${count}: it is 0 or more`);
    return Array.from({ length: count }, (_, i) => this.at(name, addresses + 4 * i));
  }

  private remove(address: number): void {
    const { I32 } = this.state.environment;
    this.requests.delete(I32[address >>> 2]!);
    I32[address >>> 2] = NULL;
  }

  /** The request is done, and no more. */
  private finish(name: string, address: number, request: Request | undefined, status: number): void {
    if (request === undefined) return writeStatus(this.state, name, status, EMPTY);
    this.remove(address);
    writeStatus(this.state, name, status, this.wait(name, request));
  }

  /** All are done; the errors of single ones are in their statuses. */
  private finishAll(name: string, requests: readonly (Request | undefined)[], address: number, statuses: number): void {
    const failed: Refusal[] = [];
    requests.forEach((request, i) => {
      const status = statuses === 0 ? 0 : statuses + STATUS_BYTES * i;
      try {
        this.finish(name, address + 4 * i, request, status);
        if (status !== 0) this.errorIn(status, ErrorClass.SUCCESS);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        failed.push(error);
        if (status !== 0) this.errorIn(status, this.state.codeOf(error.errorClass, error.message));
      }
    });
    const [first] = failed;
    if (first !== undefined) throw new Refusal(ErrorClass.IN_STATUS, first.message, first.comm);
  }

  private errorIn(status: number, code: number): void {
    this.state.environment.I32[(status >>> 2) + 2] = code;
  }

  functions(): Record<string, Named> {
    const { state } = this;
    const { environment } = state;

    const MPI_Wait: Named = (name, request: number, status: number) => {
      const [meant] = this.all(name, 1, request);
      this.finish(name, request, meant, status);
    };

    const MPI_Test: Named = (name, request: number, flag: number, status: number) => {
      const [meant] = this.all(name, 1, request);
      const isDone = this.look(() => meant?.isDone() ?? true);
      state.give(name, 'flag', flag, isDone ? 1 : 0);
      if (isDone) this.finish(name, request, meant, status);
    };

    const MPI_Waitall: Named = (name, count: number, requests: number, statuses: number) => {
      const all = this.all(name, count, requests);
      for (const each of all) if (each !== undefined) this.block(name, each.whom, () => each.isDone());
      this.finishAll(name, all, requests, statuses);
    };

    const MPI_Testall: Named = (name, count: number, requests: number, flag: number, statuses: number) => {
      const all = this.all(name, count, requests);
      const areDone = this.look(() => all.every((each) => each?.isDone() ?? true));
      state.give(name, 'flag', flag, areDone ? 1 : 0);
      if (areDone) this.finishAll(name, all, requests, statuses);
    };

    /** The index of one that is done; UNDEFINED if there is no request. */
    const finishOne = (name: string, all: (Request | undefined)[], requests: number, status: number): number => {
      const index = all.findIndex((each) => each?.isDone());
      if (index < 0) writeStatus(state, name, status, EMPTY);
      else this.finish(name, requests + 4 * index, all[index], status);
      return index < 0 ? UNDEFINED : index;
    };
    const isAnyDone = (all: (Request | undefined)[]) =>
      all.some((each) => each?.isDone()) || all.every((each) => each === undefined);

    const MPI_Waitany: Named = (name, count: number, requests: number, index: number, status: number) => {
      const all = this.all(name, count, requests);
      const place = state.place(name, 'index', index);
      const known = new Set(all.flatMap((each) => each?.whom ?? []));
      this.block(name, known.size === 1 ? [...known][0]! : -1, () => isAnyDone(all));
      environment.I32[place] = finishOne(name, all, requests, status);
    };

    const MPI_Testany: Named = (...[name, count, requests, index, flag, status]: [string, ...number[]]) => {
      const all = this.all(name, count!, requests!);
      const place = state.place(name, 'index', index!);
      const isDone = this.look(() => isAnyDone(all));
      state.give(name, 'flag', flag!, isDone ? 1 : 0);
      environment.I32[place] = UNDEFINED;
      if (isDone) environment.I32[place] = finishOne(name, all, requests!, status!);
    };

    /** It goes on, and no one hears of it. */
    const MPI_Request_free: Named = (name, request: number) => {
      state.initialized(name);
      if (this.at(name, request) === undefined)
        refuseHandle(ErrorClass.REQUEST, name, 'request', NULL, 'MPI_REQUEST_NULL is no request');
      this.remove(request);
    };

    return { MPI_Wait, MPI_Test, MPI_Waitall, MPI_Testall, MPI_Waitany, MPI_Testany, MPI_Request_free };
  }
}
