/** The blocks of each process that this one knows of, by offset in its region. */

export interface Block {
  readonly offset: number;
  readonly bytes: number;
}

export class Blocks {
  private readonly blocks = new Map<number, Block[]>();

  /** Others in its place are there no more: their process has freed them without a word. */
  add(proc: number, block: Block): void {
    const end = block.offset + block.bytes;
    const isApart = (each: Block) => each.offset >= end || each.offset + each.bytes <= block.offset;
    this.blocks.set(proc, [block, ...(this.blocks.get(proc) ?? []).filter(isApart)]);
  }

  remove(proc: number, offset: number): void {
    this.blocks.set(proc, this.blocks.get(proc)?.filter((each) => each.offset !== offset) ?? []);
  }

  /** The block in which an offset lies. */
  at(proc: number, offset: number): Block | undefined {
    return this.blocks.get(proc)?.find((each) => offset >= each.offset && offset < each.offset + each.bytes);
  }
}
