/**
 * Callbacks that run once when a rank, or its progress thread, has been in the runtime and is about to compute: the next time, or the next time that it has
 * made room by reading. The scheduler's clock is the rank's then.
 *
 * One idea: thousands of messages may wait for room at one rank, which seldom makes some; so they wait by room, and one look at the room serves all of them.
 */
import type { Room } from '../fabrics/model.ts';

type Act = () => void;

interface Waiting {
  readonly room: Room;
  /** Where it stood when the first began to wait. */
  readonly position: number;
  readonly acts: Act[];
}

export class BehindTurns {
  private readonly next = new Map<number, Act[]>();
  /** By rank; of each of its rooms one. */
  private readonly waiting = new Map<number, Waiting[]>();
  /** Ranks that callbacks wait for: looked at in each call of the runtime. */
  private ranks = 0;

  turn(rank: number, act: Act): void {
    const acts = this.next.get(rank);
    if (acts === undefined) this.next.set(rank, [act]);
    else acts.push(act);
    this.count();
  }

  /** As others see it a room is another object of the same place. */
  reading(rank: number, room: Room, act: Act): void {
    const rooms = this.waiting.get(rank) ?? [];
    const same = rooms.find((each) => each.room.place === room.place);
    if (same === undefined) rooms.push({ room, position: room.position, acts: [act] });
    else same.acts.push(act);
    this.waiting.set(rank, rooms);
    this.count();
  }

  get isAwaited(): boolean {
    return this.ranks > 0;
  }

  private count(): void {
    this.ranks = this.next.size + this.waiting.size;
  }

  /** The rank has been in the runtime. */
  passed(rank: number): void {
    if (this.next.size > 0) this.callNext(rank);
    if (this.waiting.size > 0) this.callReading(rank);
  }

  private callNext(rank: number): void {
    const acts = this.next.get(rank);
    if (acts === undefined) return;
    this.next.delete(rank);
    this.count();
    for (const act of acts) act();
  }

  private callReading(rank: number): void {
    const rooms = this.waiting.get(rank);
    if (rooms === undefined || rooms.every(stands)) return;
    const left = rooms.filter(stands);
    if (left.length === 0) this.waiting.delete(rank);
    else this.waiting.set(rank, left);
    this.count();
    for (const waiting of rooms) if (!left.includes(waiting)) for (const act of waiting.acts) act();
  }
}

const stands = ({ room, position }: Waiting): boolean => room.position === position;
