/**
 * Memory that ranks attach to a dynamic window, and whether an access lies in it (MPI 3.1, 11.2.4).
 *
 * A rank keeps what it has attached in a table of its shared memory, which others fetch by one-sided access when they do not know of an address yet; so
 * nobody waits for the rank. What has been detached since may still be taken for attached.
 */
import { offsetOf } from '../../runtime/memory/space.ts';
import type { Allocation } from './allocation.ts';
import type { Member } from './members.ts';
import type { State } from './state.ts';
import { WORDS } from './windows.ts';

/** From an offset of the rank's memory on. */
interface Region {
  readonly offset: number;
  readonly bytes: number;
}

const REGION_BYTES = 8;
/** Regions that a new table has room for. */
const FEW = 16;

const isIn = (regions: readonly Region[], offset: number, bytes: number): boolean =>
  regions.some((each) => offset >= each.offset && offset + bytes <= each.offset + each.bytes);

export class Regions {
  private own: Region[] = [];
  /** Of other ranks, by rank of the job, as they were last seen. */
  private readonly seen = new Map<number, readonly Region[]>();
  private tables: number[] = [];
  private room = 0;

  constructor(
    private readonly state: State,
    private readonly allocation: Allocation,
    /** Address of the window's own words at this rank. */
    private readonly words: number,
  ) {}

  // ---------------------------------------------------------------- of this rank

  /** Whether some of it is attached. */
  overlaps(offset: number, bytes: number): boolean {
    return this.own.some((each) => offset < each.offset + each.bytes && each.offset < offset + bytes);
  }

  attach(call: string, region: Region): void {
    this.own.push(region);
    this.publish(call);
  }

  /** Whether there was one that begins there. */
  detach(call: string, offset: number): boolean {
    const index = this.own.findIndex((each) => each.offset === offset);
    if (index < 0) return false;
    this.own.splice(index, 1);
    this.publish(call);
    return true;
  }

  private publish(call: string): void {
    const { environment } = this.state;
    if (this.own.length > this.room) this.grow(call);
    const table = this.tables.at(-1) ?? 0;
    environment.I32.set(
      this.own.flatMap(({ offset, bytes }) => [offset, bytes]),
      table >>> 2,
    );
    environment.I32[(this.words + WORDS.table) >>> 2] = offsetOf(environment, table);
    environment.I32[(this.words + WORDS.regions) >>> 2] = this.own.length;
  }

  /** Others may still read the table before. */
  private grow(call: string): void {
    this.room = Math.max(FEW, 2 * this.room);
    this.tables.push(this.allocation.take(call, REGION_BYTES * this.room));
  }

  release(call: string): void {
    for (const table of this.tables) this.allocation.release(call, table);
    this.tables = [];
  }

  // ---------------------------------------------------------------- of all

  /** Whether bytes at an offset of a rank's memory are attached. */
  has(member: Member, offset: number, bytes: number): boolean {
    if (member.proc === this.state.environment.MYTHREAD) return isIn(this.own, offset, bytes);
    if (isIn(this.seen.get(member.proc) ?? [], offset, bytes)) return true;
    const regions = this.fetched(member);
    this.seen.set(member.proc, regions);
    return isIn(regions, offset, bytes);
  }

  private fetched(member: Member): Region[] {
    const [count, table] = this.wordsAt(member.words + WORDS.regions, 2) as [number, number];
    if (count === 0) return [];
    const all = this.wordsAt(member.words - offsetOf(this.state.environment, member.words) + table, 2 * count);
    return Array.from({ length: count }, (_, i) => ({ offset: all[2 * i]! >>> 0, bytes: all[2 * i + 1]! >>> 0 }));
  }

  /** Words of any rank. */
  private wordsAt(address: number, count: number): number[] {
    const { heap, I32, runtime } = this.state.environment;
    const room = heap.allocate(4 * count);
    runtime.engine.movement.move(room, address, 4 * count);
    const words = Array.from(I32.subarray(room >>> 2, (room >>> 2) + count));
    heap.free(room);
    return words;
  }
}
