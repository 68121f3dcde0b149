/**
 * State that the functions of a rank share: whether MPI is initialized, its communicators, the checks of arguments, what an error does.
 *
 * One idea: a function refuses by throwing (errors.ts), and all are wrapped (`guarded`): there the error handler of the communicator
 * decides whether the job ends or the call returns a code. A code is a class and the number of a text that is kept for MPI_Error_string.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { inHex } from '../../runtime/errors.ts';
import { badArgument } from '../common/errors.ts';
import { Together } from '../common/together.ts';
import { type Datatype, datatypeOf } from './datatypes.ts';
import { CLASS_TEXTS, ErrorClass, otherCollective, partnerEnded, Refusal, refuse, refuseHandle } from './errors.ts';

/** First bytes of handles. */
const [COMM, ERRHANDLER] = [0x43, 0x45];
export const [COMM_NULL, WORLD, SELF] = [COMM << 24, (COMM << 24) | 1, (COMM << 24) | 2];
const FATAL = (ERRHANDLER << 24) | 1;
const RETURN = FATAL + 1;

export const [ANY_SOURCE, PROC_NULL, ANY_TAG, UNDEFINED, IN_PLACE] = [-1, -2, -1, -32766, -1];

/** Errors whose texts are kept: the last ones. */
const KEPT = 256;

export interface Communicator {
  readonly handle: number;
  readonly team: Team;
  errorHandler: number;
}

/** A function of the program's, which is told its own name. */
// biome-ignore lint/suspicious/noExplicitAny: what the header declares
export type Named = (name: string, ...values: any[]) => number | void;

export class State {
  phase: 'before' | 'open' | 'over' = 'before';
  readonly together: Together;
  private readonly comms = new Map<number, Communicator>();
  private lastComm = SELF;
  private readonly texts: string[] = [];
  private errors = 0;

  constructor(readonly environment: RuntimeEnvironment) {
    this.together = new Together(environment, { otherCollective, partnerEnded });
  }

  open(): void {
    const { engine } = this.environment.runtime;
    const { MYTHREAD } = this.environment;
    this.phase = 'open';
    this.comms.set(WORLD, { handle: WORLD, team: engine.everybody, errorHandler: FATAL });
    const self: Team = { number: engine.nextTeam++, members: [MYTHREAD], rank: 0, count: 0 };
    this.comms.set(SELF, { handle: SELF, team: self, errorHandler: FATAL });
  }

  /** Each function under its name, with what an error does. */
  guarded(functions: Readonly<Record<string, Named>>): Record<string, NativeFunction> {
    const wrap = ([name, body]: [string, Named]): [string, NativeFunction] => [
      name,
      (...values: unknown[]) => {
        try {
          return body(name, ...values) ?? ErrorClass.SUCCESS;
        } catch (error) {
          if (error instanceof Refusal) return this.handle(error);
          throw error;
        }
      },
    ];
    return Object.fromEntries(Object.entries(functions).map(wrap));
  }

  /** The code of an error that is no end of the job. */
  private handle({ errorClass, message, comm }: Refusal): number {
    const handler = this.comms.get(comm ?? WORLD)?.errorHandler ?? FATAL;
    if (handler === FATAL) this.environment.runtime.job.fail(message);
    return this.codeOf(errorClass, message);
  }

  codeOf(errorClass: ErrorClass, message: string): number {
    this.texts[this.errors % KEPT] = message;
    return errorClass + KEPT * ((this.errors++ % KEPT) + 1);
  }

  /** Of a class, or of a code. */
  textOf(name: string, code: number): string {
    const found = code >= KEPT ? this.texts[Math.floor(code / KEPT) - 1] : CLASS_TEXTS[code];
    return found ?? refuse(ErrorClass.ARG, name, 'errorcode', code, 'no error has this code');
  }

  classOf(code: number): number {
    return code % KEPT;
  }

  // ---------------------------------------------------------------- communicators

  initialized(name: string): void {
    if (this.phase === 'open') return;
    const rule = this.phase === 'before' ? 'before MPI_Init; call that first' : 'after MPI_Finalize';
    this.environment.runtime.job.fail(`${name}: ${rule}`);
  }

  comm(name: string, handle: number, argument = 'comm'): Communicator {
    this.initialized(name);
    const rule = handle === COMM_NULL ? 'MPI_COMM_NULL is no communicator' : 'no communicator has this handle';
    return this.comms.get(handle) ?? refuseHandle(ErrorClass.COMM, name, argument, handle, rule);
  }

  /** Gives the handle of a new communicator. */
  addComm(team: Team, errorHandler: number = FATAL): number {
    const handle = ++this.lastComm;
    this.comms.set(handle, { handle, team, errorHandler });
    return handle;
  }

  removeComm(name: string, handle: number): void {
    this.comm(name, handle);
    if (handle <= SELF) refuseHandle(ErrorClass.COMM, name, 'comm', handle, 'a predefined communicator stays');
    this.comms.delete(handle);
  }

  isErrorHandler(handle: number): boolean {
    return handle === FATAL || handle === RETURN;
  }

  // ---------------------------------------------------------------- arguments

  /** What an error of these is told of: the call's communicator. */
  within<T>(comm: Communicator, check: () => T): T {
    try {
      return check();
    } catch (error) {
      if (error instanceof Refusal && error.comm === undefined)
        throw new Refusal(error.errorClass, error.message, comm.handle);
      throw error;
    }
  }

  /** Bytes of `count` elements at a buffer, which must be there; `argument`: the buffer's. */
  buffer(name: string, argument: string, address: number, count: number, type: Datatype): number {
    if (count < 0) refuse(ErrorClass.COUNT, name, 'count', count, 'it is 0 or more');
    const bytes = count * type.bytes;
    const fault = bytes === 0 ? undefined : this.environment.runtime.transfers.fault(address, bytes);
    if (fault !== undefined)
      throw new Refusal(ErrorClass.BUFFER, badArgument(name, argument, inHex(address), `${bytes} bytes there: ${fault}`));
    return bytes;
  }

  typed(name: string, argument: string, address: number, count: number, handle: number): number {
    return this.buffer(name, argument, address, count, datatypeOf(name, 'datatype', handle));
  }

  /** Of a rank of a communicator. */
  rank(name: string, argument: string, rank: number, { team }: Communicator, errorClass: ErrorClass): void {
    const { length } = team.members;
    if (rank >>> 0 < length) return;
    const rule = length === 1 ? 'the communicator has rank 0 alone' : `ranks of the communicator are 0 .. ${length - 1}`;
    refuse(errorClass, name, argument, rank, rule);
  }

  /** Where a result goes. */
  place(name: string, argument: string, address: number, bytes = 4): number {
    const fault = bytes === 0 ? undefined : this.environment.runtime.transfers.fault(address, bytes);
    if (fault !== undefined) throw new Refusal(ErrorClass.ARG, badArgument(name, argument, inHex(address), fault));
    return address >>> 2;
  }

  give(name: string, argument: string, address: number, value: number): void {
    this.environment.I32[this.place(name, argument, address)] = value;
  }
}
