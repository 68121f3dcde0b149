/**
 * What is called once behind what a rank, or its progress thread, does in the runtime, before it computes: the next time, or the next in which it has made
 * room by reading. The scheduler's clock is that of the rank then.
 *
 * One idea: thousands may wait for room at one rank, most of whose turns make none; so they wait by room, and one look tells all of them.
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

  turn(rank: number, act: Act): void {
    const acts = this.next.get(rank);
    if (acts === undefined) this.next.set(rank, [act]);
    else acts.push(act);
  }

  /** As others see it a room is another object of the same place. */
  reading(rank: number, room: Room, act: Act): void {
    const rooms = this.waiting.get(rank) ?? [];
    const same = rooms.find((each) => each.room.place === room.place);
    if (same === undefined) rooms.push({ room, position: room.position, acts: [act] });
    else same.acts.push(act);
    this.waiting.set(rank, rooms);
  }

  get isAwaited(): boolean {
    return this.next.size + this.waiting.size > 0;
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
    for (const act of acts) act();
  }

  private callReading(rank: number): void {
    const rooms = this.waiting.get(rank);
    if (rooms === undefined || rooms.every(stands)) return;
    const left = rooms.filter(stands);
    if (left.length === 0) this.waiting.delete(rank);
    else this.waiting.set(rank, left);
    for (const waiting of rooms) if (!left.includes(waiting)) for (const act of waiting.acts) act();
  }
}

const stands = ({ room, position }: Waiting): boolean => room.position === position;
