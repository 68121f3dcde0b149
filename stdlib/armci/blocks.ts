/**
 * The blocks of each process that this one knows of, by offset in its region.
 *
 * Those of one allocation are tables of its members: a job of thousands of processes has them in each process.
 */
export interface Block {
  readonly offset: number;
  readonly bytes: number;
}

/** Processes, offset and bytes of the block of each; no bytes: it has none. */
export interface Allocated {
  readonly procs: ArrayLike<number>;
  readonly offsets: ArrayLike<number>;
  readonly sizes: ArrayLike<number>;
}

export class Blocks {
  /** The latest first. */
  private readonly all: Allocated[] = [];

  add(allocated: Allocated): void {
    this.all.unshift(allocated);
  }

  remove(allocated: Allocated): void {
    const index = this.all.indexOf(allocated);
    if (index >= 0) this.all.splice(index, 1);
  }

  /** The block of a process in which an offset lies. Others in the place of a later one are there no more: their process has freed them without a word. */
  at(proc: number, offset: number): Block | undefined {
    const later: Block[] = [];
    for (const allocated of this.all) {
      const block = blockOf(allocated, proc);
      if (block === undefined) continue;
      if (block.offset <= offset && offset < endOf(block))
        return later.some((each) => block.offset < endOf(each) && each.offset < endOf(block)) ? undefined : block;
      later.push(block);
    }
    return undefined;
  }
}

const endOf = ({ offset, bytes }: Block): number => offset + bytes;

function blockOf({ procs, offsets, sizes }: Allocated, proc: number): Block | undefined {
  const member = procs[proc] === proc ? proc : Array.prototype.indexOf.call(procs, proc);
  const bytes = member < 0 ? 0 : sizes[member]! >>> 0;
  return bytes === 0 ? undefined : { offset: offsets[member]! >>> 0, bytes };
}
