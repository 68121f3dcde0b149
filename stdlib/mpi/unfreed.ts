/**
 * What a rank has not freed when it calls MPI_Finalize, told as warnings of programs compiled with -g or -Wunfreed: objects by the place that made
 * them, and messages that no receive has matched.
 *
 * One idea: each handle keeps where it was made, which is read from the stack of that time for those that are left alone. Ranks that would say the same say it once.
 */
import { exchange } from '../../runtime/collectives/algorithms.ts';
import { forLetter, hashOf } from '../common/together.ts';
import type { Communicators } from './communicators.ts';
import { KIND_NAMES, type Left, type Origin } from './handles.ts';
import { rankIn } from './operations.ts';
import type { Post } from './post.ts';
import type { State } from './state.ts';

/** Handles of a kind. */
export interface Kept {
  readonly kind: number;
  /** Has each object from now on know where it was made. */
  follow(origin: () => Origin): void;
  left(): Iterable<Left>;
}

/** What to do with those that are left, by kind. */
const ADVICE: readonly string[] = [
  ...['', 'MPI_Comm_free', 'MPI_Group_free', 'MPI_Type_free', 'MPI_Op_free'],
  ...['MPI_Wait, or MPI_Request_free', 'MPI_Errhandler_free', 'MPI_Info_free', 'MPI_Mrecv'],
  ...['MPI_Win_free', 'MPI_File_close'],
];

export class Unfreed {
  private readonly later: Kept[] = [];
  private isOpen = false;

  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
    private readonly post: Post,
    private readonly first: readonly Kept[],
  ) {}

  private get kinds(): readonly Kept[] {
    return [...this.first, ...this.later];
  }

  /** Handles of one more kind are told of. */
  keep(kind: Kept): void {
    this.later.push(kind);
    this.later.sort((one, other) => one.kind - other.kind); // parts of the library may be made in any order
    if (this.isOpen) this.follow(kind);
  }

  open(): void {
    this.isOpen = true;
    for (const each of this.kinds) this.follow(each);
  }

  private follow(kind: Kept): void {
    if (this.isTold) kind.follow(() => ({ call: this.state.call, place: this.state.environment.runtime.job.here() }));
  }

  private get isTold(): boolean {
    return this.state.environment.runtime.tellsUnfreed;
  }

  /** Called by all ranks together, when all messages have come. */
  tell(call: string): void {
    if (!this.isTold) return;
    this.awaitAll(call);
    const texts = [...this.kinds.flatMap((each) => this.linesOf(each)), ...this.unmatched()];
    const { everybody } = this.state.environment.runtime.engine;
    const said = this.state.together.gatherLists(call, everybody, texts.map(hashOf));
    for (const text of texts) {
      const hash = hashOf(text);
      const says = (hashes: readonly number[]) => hashes.includes(hash);
      if (said.findIndex(says) !== this.state.environment.MYTHREAD) continue;
      this.warn(`${call}: ${text}`, said.filter(says).length - 1);
    }
  }

  /** Waits for all messages that have been sent to this rank. */
  private awaitAll(call: string): void {
    const { environment, together } = this.state;
    const { runtime, I32, THREADS } = environment;
    const { post } = this;
    let sent = new Int32Array(0);
    together.perform(call, runtime.engine.everybody, [], function* (part) {
      const [from, to] = [part.room(4 * THREADS), part.room(4 * THREADS)];
      I32.set(post.sentTo, from >>> 2);
      yield* exchange(part, to, from, 4);
      sent = I32.slice(to >>> 2, (to >>> 2) + THREADS);
    });
    runtime.job.block(forLetter(-1), () => {
      runtime.job.poll();
      return sent.every((count, rank) => post.cameFrom(rank) === count);
    });
  }

  private warn(text: string, others: number): void {
    const also = others === 0 ? '' : `; ${others} other rank${others === 1 ? '' : 's'} the same`;
    this.state.environment.runtime.job.warn(`${text}${also}`);
  }

  /** A text for each place. */
  private linesOf({ kind, left }: Kept): string[] {
    const counts = new Map<string, number>();
    for (const { origin } of left()) {
      const made = this.madeBy(origin);
      counts.set(made, (counts.get(made) ?? 0) + 1);
    }
    return Array.from(counts, ([made, count]) => {
      const [what, verb] = count === 1 ? [KIND_NAMES[kind]!, 'is'] : [`${count} ${pluralOf(kind)}`, 'are'];
      return `${what}${made} ${verb} not freed (${ADVICE[kind]})`;
    });
  }

  private madeBy(origin: Origin | undefined): string {
    if (origin === undefined) return '';
    const place = origin.place();
    return ` that ${origin.call} made${place && ` at ${place}`}`;
  }

  /** A text for each sender and communicator. */
  private unmatched(): string[] {
    return this.communicators.all().flatMap((comm) => {
      const there = this.post.unmatched(comm.team.number);
      const senders = [...new Set(there.map(({ from }) => from))];
      return senders.map((sender) => {
        const [first, ...more] = there.filter(({ from }) => from === sender);
        const also = more.length === 0 ? '' : `, and ${more.length} more`;
        return `nobody has received ${first!.bytes} bytes from ${rankIn(comm, sender)}, tag ${first!.tag}, ${comm.name}${also}`;
      });
    });
  }
}

/** "requests" of "a request". */
const pluralOf = (kind: number): string => `${KIND_NAMES[kind]!.replace(/^an? /, '')}s`;
