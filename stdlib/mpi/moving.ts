/**
 * A data access as an operation: a stream of bytes between memory and a range of a view's data (MPI 3.1, 13.4).
 *
 * One idea: the view gives the runs of the file, and these are moved by list I/O (libupc/io/transfer.ts). Small runs near each other are read in one
 * piece, of which what is wanted is taken; a write touches nothing but its own runs.
 */

import { fs } from '../libc/system.ts';
import { Transfer } from '../libupc/io/transfer.ts';
import { ANY } from './constants.ts';
import { Mistake } from './errors.ts';
import type { OpenFile } from './files.ts';
import { attempted } from './ioerrors.ts';
import { Operation, type Outcome } from './operations.ts';
import type { State } from './state.ts';
import type { Direction, Stream } from './streams.ts';

/** A run of the file. */
interface Run {
  readonly offset: number;
  readonly size: number;
}

/** Runs with less between them are read at once, up to so many bytes. */
const [GAP, PIECE] = [2 ** 14, 2 ** 20];

/** Moves bytes for a rank. */
export class Mover {
  private readonly transfer: Transfer;

  constructor(private readonly state: State) {
    this.transfer = new Transfer(state.environment);
  }

  /** Bytes moved between a stream and the data of the file's view from byte `first` on; fewer than all at the end of the file alone. */
  move(call: string, file: OpenFile, direction: Direction, first: number, stream: Stream): number {
    const runs = runsOf(file, first, stream.bytes);
    return attempted(call, file.name, () =>
      direction === 'write' || runs.length === 1
        ? this.moveRuns(file, direction, runs, stream.address, stream.bytes)
        : this.readRuns(file, runs, stream.address),
    );
  }

  private moveRuns(file: OpenFile, direction: Direction, runs: readonly Run[], address: number, bytes: number): number {
    const part = { address, size: bytes, blocksize: 0 };
    return this.transfer.move(direction, file.descriptor, runs, [{ part, start: 0, end: bytes }]);
  }

  private readRuns(file: OpenFile, runs: readonly Run[], address: number): number {
    let done = 0;
    for (let i = 0; i < runs.length; ) {
      const end = groupEnd(runs, i);
      const group = runs.slice(i, end);
      const wanted = group.reduce((sum, { size }) => sum + size, 0);
      const at = (address + done) | 0;
      const got = group.length === 1 ? this.moveRuns(file, 'read', group, at, wanted) : this.readGroup(file, group, at);
      done += got;
      if (got < wanted) break;
      i = end;
    }
    return done;
  }

  private readGroup({ descriptor }: OpenFile, runs: readonly Run[], address: number): number {
    const start = runs[0]!.offset;
    const last = runs.at(-1)!;
    const piece = new Uint8Array(last.offset + last.size - start);
    const here = readFully(descriptor, piece, start);
    const { U8 } = this.state.environment;
    let at = address >>> 0;
    for (const { offset, size } of runs) {
      const have = Math.min(size, Math.max(0, here - (offset - start)));
      U8.set(piece.subarray(offset - start, offset - start + have), at);
      at += have;
      if (have < size) break;
    }
    return at - (address >>> 0);
  }
}

/** Reads up to the end of the file; gives how many bytes. */
export function readFully(descriptor: number, into: Uint8Array, place: number): number {
  let done = 0;
  while (done < into.length) {
    const got = fs.readSync(descriptor, into, done, into.length - done, place + done);
    if (got === 0) break;
    done += got;
  }
  return done;
}

/** The runs with bytes `first` and so many behind it; what follows each other in the file is one. */
function runsOf({ view }: OpenFile, first: number, bytes: number): Run[] {
  const all: { offset: number; size: number }[] = [];
  const run = (offset: number, size: number) => {
    const last = all.at(-1);
    if (last !== undefined && last.offset + last.size === offset) last.size += size;
    else all.push({ offset, size });
  };
  const runs = (offset: number, size: number, stride: number, count: number) => {
    for (let i = 0; i < count; i++) run(offset + i * stride, size);
  };
  view.visit(first, first + bytes, { run, runs });
  return all;
}

/** Behind the last run that is read together with one. */
function groupEnd(runs: readonly Run[], first: number): number {
  const start = runs[first]!.offset;
  let end = first + 1;
  for (; end < runs.length; end++) {
    const [before, next] = [runs[end - 1]!, runs[end]!];
    const gap = next.offset - (before.offset + before.size);
    if (gap < 0 || gap > GAP || next.offset + next.size - start > PIECE) break;
  }
  return end;
}

/** What is done with the parts of an access. */
export class Moving extends Operation {
  /** Bytes of the file that have been moved, and of memory. */
  moved = 0;
  private inMemory = 0;
  private failure: Mistake | undefined;
  private under: () => number = () => ANY;

  constructor(
    readonly call: string,
    readonly file: OpenFile,
    readonly direction: Direction,
    /** The first byte of the view's data. */
    public first: number,
    readonly stream: Stream,
    private readonly ask: () => void,
  ) {
    super(file.comm, file.comm.handle);
  }

  get whom(): number {
    return this.under();
  }

  /** Of what all do together: on whom it depends. */
  follow(whom: () => number): void {
    this.under = whom;
  }

  get text(): string {
    return `of ${this.call} ${this.place}`;
  }

  get place(): string {
    return `on "${this.file.name}"`;
  }

  get outcome(): Outcome {
    return { source: ANY, tag: ANY, bytes: this.inMemory };
  }

  /** Has an action move the bytes; a mistake waits for the end. */
  attempt(action: () => number): void {
    try {
      this.moved = action();
    } catch (mistake) {
      if (!(mistake instanceof Mistake)) throw mistake;
      this.fail(mistake);
    }
  }

  fail(mistake: Mistake): void {
    this.failure ??= mistake;
  }

  /** Class of what went wrong; 0: nothing has. */
  get failed(): number {
    return this.failure?.kind ?? 0;
  }

  override mistakeFor(): Mistake | undefined {
    if (this.failure !== undefined) this.ask();
    return this.failure;
  }

  protected conclude(): void {
    try {
      this.inMemory = this.stream.deliver(this.moved);
    } catch (mistake) {
      if (!(mistake instanceof Mistake)) throw mistake;
      this.fail(mistake);
    } finally {
      this.stream.release();
    }
  }
}
