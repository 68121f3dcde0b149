/**
 * Large messages that move while their ranks compute: PGAS_MPI_PROGRESS=thread.
 *
 * One idea: while a rank is outside of MPI its receives are shown (runtime's core/landings.ts), so that whoever brings an offer, or the progress thread, gives it to
 * the receive that it matches and moves the data; when the rank comes back it takes over what has been done. What it has matched itself as it
 * leaves MPI is moved in the same way.
 */
import { Landings } from '../../runtime/core/landings.ts';
import type { Arrived } from './arrived.ts';
import type { Receive, Send } from './operations.ts';
import type { Shortcut } from './shortcut.ts';
import type { State } from './state.ts';

const VARIABLE = 'PGAS_MPI_PROGRESS';
const [THREAD, CALL] = ['thread', 'call'];
/** Status of misuse. */
const MISUSE = 2;

const badProgress = (wanted: string) =>
  `${VARIABLE}=${wanted}: it is ${CALL}, messages move when a rank calls MPI, or ${THREAD}, large ones also while it computes`;
const noThread =
  `${VARIABLE}=${THREAD}: between these processes nothing moves data while ranks compute; use -network=sfi with libfabric ` +
  '(a provider that does not pin memory, such as tcp), or one process';

/** What is done with messages (post.ts). */
interface Messages {
  readonly receives: readonly Receive[];
  /** A receive has got a message. */
  matched(receive: Receive, message: Pick<Arrived, 'from' | 'tag' | 'bytes'>): void;
  /** A send's data have been taken. */
  fetched(send: number): void;
  advance(): void;
}

interface Slotted {
  readonly receive: Receive;
  readonly slot: number;
}

/** Undefined unless the variable asks for it. */
export function unattended(state: State, shortcut: Shortcut, messages: Messages): Unattended | undefined {
  const { variables, runtime } = state.environment;
  const wanted = variables[VARIABLE] || CALL;
  if (wanted !== THREAD && wanted !== CALL) runtime.job.end(MISUSE, badProgress(wanted));
  if (wanted === CALL) return undefined;
  if (!runtime.movesAlone) runtime.job.end(MISUSE, noThread);
  return new Unattended(state, shortcut, messages);
}

export class Unattended {
  private readonly landings: Landings;
  private shown: Slotted[] = [];
  private isShown = false;
  /** Calls of MPI under way: that in which this is made. */
  private depth = 1;
  private isShowing = false;
  /** Receives with their messages, whose data are on their way. */
  private landing: Slotted[] = [];
  /** Addresses of words that tell when data of a send have been taken, by its number. */
  private readonly told = new Map<number, number>();

  constructor(
    private readonly state: State,
    private readonly shortcut: Shortcut,
    private readonly messages: Messages,
  ) {
    const { environment } = state;
    const { landings, calls, bulk } = environment.runtime;
    const allocate = (bytes: number) => environment.heap.allocate(bytes);
    this.landings = new Landings(environment, landings, calls, bulk.copy, allocate);
  }

  enter(): void {
    this.depth++;
    this.hide();
  }

  leave(): void {
    this.depth--;
    this.tend();
  }

  /** What has been moved is over; behind each poll. */
  tend(): void {
    const { landings, landing, told } = this;
    if (landing.length > 0) this.landing = landing.filter((each) => !this.ends(each));
    const { I32 } = this.state.environment;
    for (const [send, at] of told) if (Atomics.load(I32, at >>> 2) !== 0) this.messages.fetched(send);
    if (this.depth > 0 || this.isShown || this.isShowing) return;
    this.isShowing = true;
    do {
      this.hide();
      this.state.environment.runtime.job.poll(); // what has been missed lies in the ring
      this.messages.advance();
      this.show();
    } while (landings.hasMissed());
    this.isShowing = false;
  }

  private ends({ receive, slot }: Slotted): boolean {
    if (!this.landings.hasLanded(slot)) return false;
    this.landings.release(slot);
    receive.complete();
    return true;
  }

  private show(): void {
    const { receives } = this.messages;
    const slots = this.landings.show(receives, this.shortcut.due.byteOffset);
    this.shown = slots.map((slot, i) => ({ receive: receives[i]!, slot }));
    this.isShown = true;
  }

  /** This rank is going to match messages itself. */
  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.landings.hide();
    for (const each of this.shown.splice(0)) {
      const message = this.landings.given(each.slot);
      if (message === undefined) continue;
      this.messages.matched(each.receive, message);
      this.landing.push(each);
    }
  }

  /** Whether the data of a message are moved here, as this rank is about to compute: at once where it reaches them, else by the progress thread. */
  takes(receive: Receive, message: Arrived): boolean {
    if (this.depth > 0) return false;
    const slot = this.landings.fetch(receive, message);
    if (slot !== undefined) this.landing.push({ receive, slot });
    return slot !== undefined;
  }

  /** Offset of a word that becomes 1 when the data of a send have been taken. */
  wordFor(send: number): number {
    const { heap, I32, BASE } = this.state.environment;
    const at = heap.allocate(8);
    I32[at >>> 2] = 0;
    this.told.set(send, at);
    return (at - BASE) | 0;
  }

  /** Brings an offer that has been sent as a message too. */
  bring(send: number, serial: number, { to, context, tag, bytes }: Send, where: Where): void {
    const from = this.state.environment.MYTHREAD;
    if (this.landings.bring(to, serial, { from, context, tag, bytes, ...where })) this.messages.fetched(send);
  }

  /** A send is over. */
  forget(send: number): void {
    const at = this.told.get(send);
    if (at === undefined) return;
    this.told.delete(send);
    this.state.environment.heap.free(at);
  }
}

/** Of data, and of the word that tells. */
interface Where {
  readonly owner: number;
  readonly offset: number;
  readonly toldAt: number;
}
