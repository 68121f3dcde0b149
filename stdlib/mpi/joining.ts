/**
 * Collective accesses whose runs in the file are small and lie between each other's: two-phase I/O (Thakur, Gropp and Lusk 1999).
 *
 * Takes each rank's access. The range of the file that all touch is cut into windows, dealt to the ranks in turn. The rank of a window has the runs there of all
 * ranks told and their data sent, and writes what follows each other at once; or reads the window once and sends each what it wants. One idea: data of a
 * view whose runs ascend are a stretch of its stream in each window, so data go as they are and only the list of runs goes with them.
 */
import { gatherAll } from '../../runtime/collectives/algorithms.ts';
import type { Awaited, Part, Steps } from '../../runtime/collectives/engine.ts';
import { roomFor } from '../../runtime/core/room.ts';
import { fs } from '../libc/system.ts';
import { CLASS_TEXTS, Mistake } from './errors.ts';
import { joiningOf } from './filehints.ts';
import { attempted } from './ioerrors.ts';
import { type FileWindow, type Plan, planOf, type Told } from './joiningplan.ts';
import { type Mover, type Moving, readFully } from './moving.ts';
import type { State } from './state.ts';

/** A rank's runs in a window, four numbers for each batch: offset, size, stride, count; and where their data are. */
interface Share {
  readonly rank: number;
  readonly batches: ArrayLike<number>;
  readonly address: number;
  readonly bytes: number;
}

/** Steps of a round: how long the list is, the list, the data. */
const [LENGTHS, LIST, DATA] = [0, 1, 2];
/** Runs of fewer bytes are copied by a loop faster than by a call. */
const FEW = 32;

type Giving<T> = Generator<Awaited, T, void>;

/** Room of the private heap in a round. */
class Rooms {
  private readonly all: number[] = [];

  constructor(
    private readonly state: State,
    private readonly call: string,
  ) {}

  of(bytes: number): number {
    const { heap, runtime } = this.state.environment;
    const room = roomFor(runtime.job, heap, Math.max(bytes, 8), `data in transit in ${this.call}`);
    this.all.push(room);
    return room;
  }

  free(): void {
    for (const room of this.all) this.state.environment.heap.free(room);
  }
}

export class Joining {
  constructor(
    private readonly state: State,
    private readonly mover: Mover,
  ) {}

  /** A rank's part in a collective access: by all together where that pays, else by itself. */
  *steps(part: Part, moving: Moving): Steps {
    const { call, file, direction, first, stream } = moving;
    const plan = planOf(yield* this.toldByAll(part, moving), joiningOf(file.hints));
    if (plan === undefined) {
      moving.attempt(() => this.mover.move(call, file, direction, first, stream));
      return;
    }
    moving.moved = stream.bytes;
    for (const windows of plan.rounds()) {
      const rooms = new Rooms(this.state, call);
      if (direction === 'write') yield* this.writeRound(part.next(), moving, plan, windows, rooms);
      else yield* this.readRound(part.next(), moving, plan, windows, rooms);
      rooms.free();
    }
    yield* this.agreeOnFailure(part.next(), moving);
  }

  private *toldByAll(part: Part, { file, first, stream: { bytes } }: Moving): Giving<Told[]> {
    const { view } = file;
    let runs = 0;
    view.visit(first, first + bytes, { run: () => runs++, runs: (_at, _size, _stride, count) => (runs += count) });
    const [low, high] = bytes === 0 ? [0, 0] : [view.offsetOf(first), view.offsetOf(first + bytes - 1) + 1];
    const words = [view.isAscending ? 1 : 0, low, high, bytes, runs];
    const size = 8 * words.length;
    const [own, all] = [part.room(size), part.room(size * part.size)];
    const { F64 } = part.space;
    F64.set(words, own >>> 3);
    yield* gatherAll(part, all, own, size);
    return Array.from({ length: part.size }, (_, rank) => {
      const at = (all + rank * size) >>> 3;
      const [isAscending, low, high, bytes, runs] = F64.subarray(at, at + words.length) as unknown as Five;
      return { isAscending: isAscending !== 0, low, high, bytes, runs };
    });
  }

  // ---------------------------------------------------------------- rounds

  private *writeRound(part: Part, moving: Moving, plan: Plan, windows: readonly FileWindow[], rooms: Rooms): Steps {
    const own = this.sendLists(part, moving, plan, windows, rooms, (to, { address, bytes }) =>
      part.send(to, DATA, address, bytes),
    );
    const shares = yield* this.receiveLists(part, plan, windows, rooms);
    for (const { rank, address, bytes } of shares) yield* part.accept(rank, DATA, address, bytes);
    yield* part.settle();
    const window = windows[part.rank];
    if (window !== undefined) this.write(moving, window, own === undefined ? shares : [...shares, own]);
  }

  private *readRound(part: Part, moving: Moving, plan: Plan, windows: readonly FileWindow[], rooms: Rooms): Steps {
    const wanted: [from: number, share: Share][] = [];
    const own = this.sendLists(part, moving, plan, windows, rooms, (from, share) => wanted.push([from, share]));
    const shares = yield* this.receiveLists(part, plan, windows, rooms);
    const { rank } = part;
    for (const [share, bytes] of this.read(moving, windows[rank], own === undefined ? shares : [...shares, own]))
      if (share === own) came(moving, share, bytes);
      else part.send(share.rank, DATA, share.address, bytes);
    for (const [from, share] of wanted) came(moving, share, yield* part.accept(from, DATA, share.address, share.bytes));
    yield* part.settle();
  }

  /** Tells the rank of each window what this one has there, and `next` what it was; gives what it has in its own. */
  private sendLists(
    part: Part,
    moving: Moving,
    plan: Plan,
    windows: readonly FileWindow[],
    rooms: Rooms,
    next: (to: number, share: Share) => void,
  ): Share | undefined {
    let own: Share | undefined;
    for (const [to, window] of windows.entries()) {
      if (!plan.touches(part.rank, window)) continue;
      const share = shareOf(part.rank, moving, window);
      if (to === part.rank) own = share;
      else {
        this.sendList(part, to, share, rooms);
        if (share.bytes > 0) next(to, share);
      }
    }
    return own;
  }

  private sendList(part: Part, to: number, { batches, bytes }: Share, rooms: Rooms): void {
    const { F64 } = part.space;
    const size = 8 * batches.length;
    const room = rooms.of(16 + size);
    F64.set([batches.length, bytes], room >>> 3);
    F64.set(batches, (room >>> 3) + 2);
    part.send(to, LENGTHS, room, 16);
    if (bytes > 0) part.send(to, LIST, room + 16, size);
  }

  /** What the others have in the window of this rank, with room for their data. */
  private *receiveLists(part: Part, plan: Plan, windows: readonly FileWindow[], rooms: Rooms): Giving<Share[]> {
    const window = windows[part.rank];
    const shares: Share[] = [];
    if (window === undefined) return shares;
    const { F64 } = part.space;
    const lengths = rooms.of(16);
    for (let rank = 0; rank < part.size; rank++) {
      if (rank === part.rank || !plan.touches(rank, window)) continue;
      yield* part.receive(rank, LENGTHS, lengths, 16);
      const [length, bytes] = [F64[lengths >>> 3]!, F64[(lengths >>> 3) + 1]!];
      if (bytes === 0) continue;
      const list = rooms.of(8 * length);
      yield* part.receive(rank, LIST, list, 8 * length);
      shares.push({ rank, batches: F64.slice(list >>> 3, (list >>> 3) + length), address: rooms.of(bytes), bytes });
    }
    return shares;
  }

  // ---------------------------------------------------------------- windows

  /** Writes the data of all shares: what follows each other at once, and nothing else. */
  private write(moving: Moving, { low, high }: FileWindow, shares: readonly Share[]): void {
    const { U8 } = this.state.environment;
    const [bytes, mask] = [new Uint8Array(high - low), new Uint8Array(high - low)];
    for (const share of shares)
      eachRun(share, (offset, size, at) => {
        copy(bytes, offset - low, U8, at, size);
        mark(mask, offset - low, size);
      });
    this.watched(moving, () => {
      for (let start = mask.indexOf(1); start >= 0; ) {
        const next = mask.indexOf(0, start);
        const end = next < 0 ? mask.length : next;
        writeFully(moving.file.descriptor, bytes.subarray(start, end), low + start);
        start = next < 0 ? -1 : mask.indexOf(1, end);
      }
    });
  }

  /** Puts what the file has of each share to its place; gives how much that is. */
  private read(moving: Moving, window: FileWindow | undefined, shares: readonly Share[]): [Share, number][] {
    if (window === undefined) return [];
    const { U8 } = this.state.environment;
    let [first, end] = [window.high, window.low];
    for (const share of shares)
      eachRun(share, (offset, size) => {
        [first, end] = [Math.min(first, offset), Math.max(end, offset + size)];
      });
    const bytes = new Uint8Array(Math.max(0, end - first));
    let here = 0;
    this.watched(moving, () => {
      here = readFully(moving.file.descriptor, bytes, first);
    });
    return shares.map((share): [Share, number] => {
      let done = 0;
      eachRun(share, (offset, size, at) => {
        const have = Math.min(size, Math.max(0, first + here - offset));
        copy(U8, at, bytes, offset - first, have);
        done += have;
      });
      return [share, done];
    });
  }

  private watched(moving: Moving, action: () => void): void {
    try {
      attempted(moving.call, moving.file.name, action);
    } catch (mistake) {
      if (!(mistake instanceof Mistake)) throw mistake;
      moving.fail(mistake);
    }
  }

  /** What failed in one rank has failed for all whose data it had. */
  private *agreeOnFailure(part: Part, moving: Moving): Steps {
    const { I32 } = part.space;
    const [own, all] = [part.room(4), part.room(4 * part.size)];
    I32[own >>> 2] = moving.failed;
    yield* gatherAll(part, all, own, 4);
    const kinds = I32.slice(all >>> 2, (all >>> 2) + part.size);
    const rank = kinds.findIndex((kind) => kind !== 0);
    if (rank < 0) return;
    moving.moved = 0;
    const text = `${moving.call}: rank ${rank} of the file has failed: ${CLASS_TEXTS[kinds[rank]!]}`;
    moving.fail(new Mistake(kinds[rank]!, text));
  }
}

/** So many bytes of a share have been read: the access ends at the first one that is short. */
function came(moving: Moving, { address, bytes }: Share, got: number): void {
  if (got < bytes) moving.moved = Math.min(moving.moved, ((address - moving.stream.address) >>> 0) + got);
}

function shareOf(rank: number, { file: { view }, first, stream }: Moving, { low, high }: FileWindow): Share {
  const within = (place: number) => Math.min(Math.max(view.firstFrom(place), first), first + stream.bytes);
  const [start, end] = [within(low), within(high)];
  const batches: number[] = [];
  view.visit(start, end, {
    run: (offset, size) => batches.push(offset, size, size, 1),
    runs: (offset, size, stride, count) => batches.push(offset, size, stride, count),
  });
  return { rank, batches, address: (stream.address + (start - first)) | 0, bytes: end - start };
}

/** Shows the runs of a share, each with the index of its data in memory. */
function eachRun({ batches, address }: Share, show: (offset: number, size: number, at: number) => void): void {
  let at = address >>> 0;
  for (let i = 0; i < batches.length; i += 4) {
    const [offset, size, stride, count] = [batches[i]!, batches[i + 1]!, batches[i + 2]!, batches[i + 3]!];
    for (let j = 0; j < count; j++, at += size) show(offset + j * stride, size, at);
  }
}

function copy(to: Uint8Array, at: number, from: Uint8Array, start: number, bytes: number): void {
  if (bytes > FEW) to.set(from.subarray(start, start + bytes), at);
  else for (let i = 0; i < bytes; i++) to[at + i] = from[start + i]!;
}

function mark(mask: Uint8Array, at: number, bytes: number): void {
  if (bytes > FEW) mask.fill(1, at, at + bytes);
  else for (let i = 0; i < bytes; i++) mask[at + i] = 1;
}

function writeFully(descriptor: number, bytes: Uint8Array, place: number): void {
  for (let done = 0; done < bytes.length; )
    done += fs.writeSync(descriptor, bytes, done, bytes.length - done, place + done);
}

type Five = [number, number, number, number, number];
