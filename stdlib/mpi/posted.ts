/**
 * Receives that functions in C have begun (messages.h): their queues, which are taken over where a message has to be matched here, and their requests.
 *
 * One idea: they come before all in the queue of post.ts, as there are none where that has any; so they are taken over in their order, all at once.
 */
import type { Communicators } from './communicators.ts';
import { ANY, WORLD } from './constants.ts';
import { Operation, type Outcome, Receive } from './operations.ts';
import type { State } from './state.ts';
import { Unused } from './unused.ts';

/** Requests of theirs: from the first one on, so many. */
const [FIRST_RECEIVE, RECEIVES] = [0x05800000, 1024];
/** Words of struct __mpi_receives; how many queues it has, and words of one. */
const [LISTED_COUNT, UNUSED, NUMBERS, QUEUES] = [0, 1, 3, 3 + RECEIVES] as const;
const [QUEUE_COUNT, QUEUE] = [257, 2];
const POOL = QUEUES + QUEUE_COUNT * QUEUE;
/** Words of struct __mpi_receive, and how many there are. */
const [STATE, TAG, BUFFER, ROOM, ELEMENT, COMM, SOURCE] = [0, 3, 4, 5, 6, 7, 8] as const;
const [GOT, SERIAL, NEXT, WORDS] = [10, 13, 14, 15] as const;
/** States. */
const [NOT_IN_USE, LISTED, COMPLETE, ADOPTED] = [0, 1, 2, 3];

export class Posted {
  /** Index in I32 of the record; 0 where C has given none. */
  private at = 0;
  private unused: Unused | undefined;
  /** Those taken over, and those whose end has been asked for here, by number. */
  private readonly known = new Map<number, { operation: Operation }>();
  /** Takes over what is in the queues; set by post.ts. */
  takeOver: () => void = () => {};

  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
  ) {}

  enter(at: number): void {
    const { I32 } = this.state.environment;
    this.at = at >>> 2;
    this.unused = new Unused(I32, this.at + UNUSED, this.at + NUMBERS, RECEIVES);
    this.empty();
  }

  /** Nothing is in the queues. */
  private empty(): void {
    const { I32 } = this.state.environment;
    for (let i = 0; i < QUEUE_COUNT; i++) {
      const queue = this.at + QUEUES + QUEUE * i;
      I32[queue] = 0;
      I32[queue + 1] = 4 * queue;
    }
    I32[this.at + LISTED_COUNT] = 0;
  }

  get isEmpty(): boolean {
    const { I32 } = this.state.environment;
    return this.at === 0 || I32[this.at + LISTED_COUNT] === 0;
  }

  /** Empties the queues; gives what was there in the order of its beginning. */
  adopted(): Receive[] {
    const { I32 } = this.state.environment;
    const listed: number[] = [];
    for (let i = 0; i < QUEUE_COUNT; i++)
      for (let at = I32[this.at + QUEUES + QUEUE * i]! >>> 2; at !== 0; at = I32[at + NEXT]! >>> 2) listed.push(at);
    listed.sort((one, other) => (I32[one + SERIAL]! - I32[other + SERIAL]!) | 0);
    this.empty();
    return listed.map((at) => this.adopt((at - this.placeOf(0)) / WORDS));
  }

  private placeOf(number: number): number {
    return this.at + POOL + WORDS * number;
  }

  private adopt(number: number): Receive {
    const { I32 } = this.state.environment;
    const at = this.placeOf(number);
    const handle = I32[at + COMM]!;
    const comm = this.communicators.handles.at('MPI_Irecv', 'comm', handle);
    const words = [SOURCE, TAG, BUFFER, ROOM, ELEMENT].map((word) => I32[at + word]!);
    const [source, tag, buffer, room, element] = words as Five;
    const areWhole = (bytes: number) => bytes % element === 0;
    const operation = new Receive(comm, handle, source, tag, buffer, room, () => {}, areWhole);
    this.know(number, operation);
    return operation;
  }

  /** That of a handle; undefined if it is none of these. */
  request(handle: number): { operation: Operation } | undefined {
    const number = handle - FIRST_RECEIVE;
    if (this.at === 0 || number >>> 0 >= RECEIVES) return undefined;
    const state = this.state.environment.I32[this.placeOf(number) + STATE];
    if (state === LISTED) this.takeOver();
    else if (state === COMPLETE) this.know(number, this.completed(number));
    return this.known.get(number);
  }

  /** From now on it is ended here. */
  private know(number: number, operation: Operation): void {
    this.state.environment.I32[this.placeOf(number) + STATE] = ADOPTED;
    this.known.set(number, { operation });
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
    this.unused!.give(number);
    return true;
  }
}

type Five = [number, number, number, number, number];

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
