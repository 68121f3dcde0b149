/** The blocks of each process that this one knows of, by offset in its region. */

export interface Block {
  readonly offset: number;
  readonly bytes: number;
}

export class Blocks {
  private readonly blocks = new Map<number, Block[]>();

  add(proc: number, block: Block): void {
    const own = this.blocks.get(proc);
    if (own === undefined) this.blocks.set(proc, [block]);
    else if (this.at(proc, block.offset)?.offset !== block.offset) own.unshift(block);
  }

  remove(proc: number, offset: number): void {
    this.blocks.set(proc, this.blocks.get(proc)?.filter((each) => each.offset !== offset) ?? []);
  }

  /** The block in which an offset lies, or at whose end. */
  at(proc: number, offset: number): Block | undefined {
    return this.blocks.get(proc)?.find((each) => offset >= each.offset && offset < each.offset + each.bytes);
  }
}
