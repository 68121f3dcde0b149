/**
 * The whims of a bad but legal fabric: what it refuses, and how long it puts off what it has been given.
 *
 * Takes the text of PGAS_HOSTILE, the seed; each rank draws its own numbers from it. The hostile providers of the fabrics ask
 * it. Work that is put off is counted in polls of the rank, not in time: nobody else moves it on, so the rank is
 * kept awake while there is any, and nobody takes it for stuck (`Hardware.carries`).
 */
import type { Hardware } from './hardware.ts';

/** Polls that most work is put off for, and some. */
const SOON = 8;
const LATE = 64;
/** One in so many is put off long; one call in so many is refused. */
const RARELY = 32;
const REFUSALS = 8;

/** Does the work: whether it could. Else it is tried again at each poll. */
type Work = () => boolean;

interface PutOff {
  /** The poll from which on it may be done. */
  readonly due: number;
  readonly work: Work;
}

/** The variables that a fabric is opened with. */
export type Variables = Readonly<Record<string, string | undefined>> | undefined;

/** Undefined unless PGAS_HOSTILE asks for it. */
export function hostilityOf(variables: Variables, hardware: Hardware): Hostility | undefined {
  return variables?.PGAS_HOSTILE ? new Hostility(variables.PGAS_HOSTILE, hardware) : undefined;
}

export class Hostility {
  private state: number;
  /** Work that keeps its order, by what it has in common. */
  private readonly lanes = new Map<unknown, PutOff[]>();
  private polls = 0;
  private held = 0;
  private isPolling = false;

  constructor(
    seed: string,
    private readonly hardware: Hardware,
  ) {
    this.state = hashOf(`${seed} ${hardware.space.MYTHREAD}`);
  }

  /** A whole number from 0 on, less than `end`. */
  below(end: number): number {
    return Math.floor(this.random() * end);
  }

  /** True once in `many` times. */
  chance(many: number): boolean {
    return this.below(many) === 0;
  }

  /** Whether a call is told to come again. */
  refuses(): boolean {
    return this.chance(REFUSALS);
  }

  /** Whether nothing is put off. */
  get isIdle(): boolean {
    return this.held === 0;
  }

  /** Puts work off for some polls; no work overtakes earlier work of the same `lane`. */
  later(work: Work, lane: unknown = work): void {
    const due = this.polls + 1 + this.below(this.chance(RARELY) ? LATE : SOON);
    const before = this.lanes.get(lane);
    if (before === undefined) this.lanes.set(lane, [{ due, work }]);
    else before.push({ due, work });
    this.hardware.carries(++this.held);
  }

  /** Does what is due, in an order of its own. */
  poll(): void {
    if (this.held === 0 || this.isPolling) return;
    this.isPolling = true;
    this.polls++;
    const lanes = [...this.lanes];
    const first = this.below(lanes.length);
    for (let i = 0; i < lanes.length; i++) this.advance(...lanes[(first + i) % lanes.length]!);
    this.isPolling = false;
    this.hardware.carries(this.held);
  }

  private advance(lane: unknown, queue: PutOff[]): void {
    while (queue.length > 0 && queue[0]!.due <= this.polls && queue[0]!.work()) {
      queue.shift();
      this.held--;
    }
    if (queue.length === 0) this.lanes.delete(lane);
  }

  /** Mulberry32: from 0 on, less than 1. */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash;
}
