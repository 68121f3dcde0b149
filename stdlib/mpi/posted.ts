/**
 * Receives that functions in C have begun (messages.h): their list, which is taken over where a message has to be matched here, and their requests.
 *
 * One idea: they come before all in the queue of post.ts, as there are none where that has any; so they are taken over in their order, all at once.
 */
import type { Communicators } from './communicators.ts';
import { ANY, WORLD } from './constants.ts';
import { Operation, type Outcome, Receive } from './operations.ts';
import type { State } from './state.ts';

/** Requests of theirs: from the first one on, so many. */
const [FIRST_RECEIVE, RECEIVES] = [0x05800000, 1024];
/** Words of struct __mpi_receives. */
const [FIRST, LAST, UNUSED, ORDER, NUMBERS, POOL] = [0, 1, 2, 3, 3 + 2 * RECEIVES, 3 + 3 * RECEIVES] as const;
/** Words of struct __mpi_receive, and how many there are. */
const [STATE, TAG, BUFFER, ROOM, COMM, SOURCE, GOT, WORDS] = [0, 3, 4, 5, 6, 7, 9, 12] as const;
/** States. */
const [NOT_IN_USE, LISTED, COMPLETE, ADOPTED] = [0, 1, 2, 3];

export class Posted {
  /** Index in I32 of the record; 0 where C has given none. */
  private at = 0;
  /** Those taken over, and those whose end has been asked for here, by number. */
  private readonly known = new Map<number, { operation: Operation }>();
  /** Takes over the list; set by post.ts. */
  takeOver: () => void = () => {};

  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
  ) {}

  enter(at: number): void {
    const { I32 } = this.state.environment;
    this.at = at >>> 2;
    for (let i = 0; i < RECEIVES; i++) I32[this.at + NUMBERS + i] = RECEIVES - 1 - i;
    I32[this.at + UNUSED] = RECEIVES;
  }

  get isEmpty(): boolean {
    const { I32 } = this.state.environment;
    return this.at === 0 || I32[this.at + FIRST] === I32[this.at + LAST];
  }

  /** Empties the list. */
  adopted(): Receive[] {
    const { I32 } = this.state.environment;
    const list = I32.slice(this.at + ORDER + I32[this.at + FIRST]!, this.at + ORDER + I32[this.at + LAST]!);
    I32[this.at + FIRST] = I32[this.at + LAST] = 0;
    return Array.from(list, (number) => this.adopt(number));
  }

  private placeOf(number: number): number {
    return this.at + POOL + WORDS * number;
  }

  private adopt(number: number): Receive {
    const { I32 } = this.state.environment;
    const at = this.placeOf(number);
    const handle = I32[at + COMM]!;
    const comm = this.communicators.handles.at('MPI_Irecv', 'comm', handle);
    const [source, tag, buffer, room] = [SOURCE, TAG, BUFFER, ROOM].map((word) => I32[at + word]!) as Four;
    const operation = new Receive(comm, handle, source, tag, buffer, room, () => {});
    I32[at + STATE] = ADOPTED;
    this.known.set(number, { operation });
    return operation;
  }

  /** That of a handle; undefined if it is none of these. */
  request(handle: number): { operation: Operation } | undefined {
    const number = handle - FIRST_RECEIVE;
    if (this.at === 0 || number >>> 0 >= RECEIVES) return undefined;
    const state = this.state.environment.I32[this.placeOf(number) + STATE];
    if (state === LISTED) this.takeOver();
    else if (state === COMPLETE && !this.known.has(number))
      this.known.set(number, { operation: this.completed(number) });
    return this.known.get(number);
  }

  private completed(number: number): Operation {
    const { I32 } = this.state.environment;
    const got = this.placeOf(number) + GOT;
    const [source, tag, bytes] = [I32[got]!, I32[got + 1]!, I32[got + 2]!];
    return new Received(this.communicators.handles.at('MPI', 'comm', WORLD), { source, tag, bytes });
  }

  /** The request of a handle is over: whether it was one of these. */
  release(handle: number): boolean {
    const number = handle - FIRST_RECEIVE;
    if (!this.known.delete(number)) return false;
    const { I32 } = this.state.environment;
    I32[this.placeOf(number) + STATE] = NOT_IN_USE;
    I32[this.at + NUMBERS + I32[this.at + UNUSED]!++] = number;
    return true;
  }
}

type Four = [number, number, number, number];

/** One that was done in C. */
class Received extends Operation {
  override isDone = true;
  readonly whom = ANY;
  readonly text = 'of a message that has come';

  constructor(
    comm: Operation['comm'],
    readonly outcome: Outcome,
  ) {
    super(comm, WORLD);
  }

  protected conclude(): void {}
}
