/**
 * The blocks of each process that this one knows of, by offset in its region.
 *
 * Those of an allocation are tables of its members, as a job of thousands of processes has them in each process; of its end all hear. Other blocks
 * belong to one process, which frees them without a word: they are there no more when another block lies in their place.
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
  private readonly allocations: Allocated[] = [];
  /** Of one process each, by process. */
  private readonly attached = new Map<number, Block[]>();

  allocated(allocated: Allocated): void {
    this.allocations.push(allocated);
    for (const proc of this.attached.keys()) {
      const block = blockOf(allocated, proc);
      if (block !== undefined) this.replace(proc, block);
    }
  }

  freed(allocated: Allocated): void {
    this.allocations.splice(this.allocations.indexOf(allocated), 1);
  }

  attach(proc: number, block: Block): void {
    this.replace(proc, block).push(block);
  }

  detach(proc: number, offset: number): void {
    this.keep(proc, (each) => each.offset !== offset);
  }

  /** The block in which an offset lies. */
  at(proc: number, offset: number): Block | undefined {
    const contains = (each: Block) => offset >= each.offset && offset < endOf(each);
    const attached = this.attached.get(proc)?.find(contains);
    if (attached !== undefined) return attached;
    for (const allocated of this.allocations) {
      const block = blockOf(allocated, proc);
      if (block !== undefined && contains(block)) return block;
    }
    return undefined;
  }

  /** Those that lie where this one does are there no more; gives the others. */
  private replace(proc: number, block: Block): Block[] {
    return this.keep(proc, (each) => each.offset >= endOf(block) || endOf(each) <= block.offset);
  }

  private keep(proc: number, isKept: (each: Block) => boolean): Block[] {
    const kept = (this.attached.get(proc) ?? []).filter(isKept);
    this.attached.set(proc, kept);
    return kept;
  }
}

const endOf = ({ offset, bytes }: Block): number => offset + bytes;

function blockOf({ procs, offsets, sizes }: Allocated, proc: number): Block | undefined {
  const member = procs[proc] === proc ? proc : Array.prototype.indexOf.call(procs, proc);
  const bytes = member < 0 ? 0 : sizes[member]! >>> 0;
  return bytes === 0 ? undefined : { offset: offsets[member]! >>> 0, bytes };
}
