/**
 * Sends that functions in C have begun as offers (messages.h): their requests, where the runtime is asked for them.
 *
 * One idea: a word of theirs becomes 1 when the receiver has the data: one in C sets it, for another one the message does that says so. It is looked at behind
 * each poll. A request that is freed before keeps its place until then, as the receiver will write there.
 */
import type { Communicators } from './communicators.ts';
import { Send } from './operations.ts';
import type { State } from './state.ts';
import { Unused } from './unused.ts';

/** Requests of theirs: from the first one on, so many. */
const [FIRST_OFFER, OFFERS] = [0x05800400, 256];
/** Words of struct __mpi_offers. */
const [UNUSED, NUMBERS, POOL] = [0, 1, 1 + OFFERS] as const;
/** Words of struct __mpi_offer, and how many there are. */
const [TAKEN, STATE, COMM, DEST, TAG, DATA, BYTES, WORDS] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
/** States. */
const [NOT_IN_USE, LISTED, ADOPTED] = [0, 1, 3];

export class Offered {
  /** Index in I32 of the record; 0 where C has given none. */
  private at = 0;
  private unused: Unused | undefined;
  /** Those whose end has been asked for here, by number, and those whose requests have been freed before it. */
  private readonly known = new Map<number, { operation: Send }>();
  private readonly abandoned = new Set<number>();

  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
  ) {}

  enter(at: number): void {
    const { I32 } = this.state.environment;
    this.at = at >>> 2;
    this.unused = new Unused(I32, this.at + UNUSED, this.at + NUMBERS, OFFERS);
  }

  private placeOf(number: number): number {
    return this.at + POOL + WORDS * number;
  }

  private isTaken(number: number): boolean {
    return Atomics.load(this.state.environment.I32, this.placeOf(number) + TAKEN) !== 0;
  }

  /** The receiver of one says that it has the data. */
  taken(number: number): void {
    Atomics.store(this.state.environment.I32, this.placeOf(number) + TAKEN, 1);
    this.look();
  }

  /** Behind each poll. */
  look(): void {
    for (const [number, { operation }] of this.known)
      if (!operation.isDone && this.isTaken(number)) operation.complete();
    for (const number of this.abandoned) if (this.isTaken(number) && this.abandoned.delete(number)) this.free(number);
  }

  /** That of a handle; undefined if it is none of these. */
  request(handle: number): { operation: Send } | undefined {
    const number = handle - FIRST_OFFER;
    if (this.at === 0 || number >>> 0 >= OFFERS) return undefined;
    if (this.state.environment.I32[this.placeOf(number) + STATE] === LISTED) this.adopt(number);
    return this.known.get(number);
  }

  /** Of those whose end has been asked for here. */
  sendOf(number: number): Send | undefined {
    return this.known.get(number)?.operation;
  }

  /** By which its receiver knows it. */
  numberOf(send: Send): number | undefined {
    for (const [number, { operation }] of this.known) if (operation === send) return ~number;
    return undefined;
  }

  /** All that C has begun are ended here. */
  takeOver(): void {
    const { I32 } = this.state.environment;
    if (this.unused === undefined || this.unused.areAll) return;
    for (let number = 0; number < OFFERS; number++)
      if (I32[this.placeOf(number) + STATE] === LISTED) this.adopt(number);
  }

  private adopt(number: number): void {
    const { I32 } = this.state.environment;
    const at = this.placeOf(number);
    const handle = I32[at + COMM]!;
    const comm = this.communicators.handles.at('MPI_Isend', 'comm', handle);
    const operation = new Send(
      comm,
      handle,
      I32[at + DEST]!,
      I32[at + TAG]!,
      I32[at + DATA]!,
      I32[at + BYTES]!,
      () => {},
    );
    if (this.isTaken(number)) operation.complete();
    I32[at + STATE] = ADOPTED;
    this.known.set(number, { operation });
  }

  /** The request of a handle is over: whether it was one of these. */
  release(handle: number): boolean {
    const number = handle - FIRST_OFFER;
    if (!this.known.delete(number)) return false;
    if (this.isTaken(number)) this.free(number);
    else this.abandoned.add(number);
    return true;
  }

  private free(number: number): void {
    const { I32 } = this.state.environment;
    I32[this.placeOf(number) + STATE] = NOT_IN_USE;
    this.unused!.give(number);
  }
}
