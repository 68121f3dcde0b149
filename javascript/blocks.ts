/**
 * Blocks of the program's memory for arrays that are copied: kept for the next call, as calls mostly pass arrays of the same sizes.
 */

export interface Block {
  readonly address: number;
  readonly bytes: number;
}

export class Blocks {
  private kept: Block[] = [];

  constructor(
    /** Address of new memory, 0 if there is no room. */
    private readonly allocate: (bytes: number) => Promise<number>,
    private readonly free: (address: number) => Promise<void>,
  ) {}

  /** The smallest that is kept and fits, if it is not much too large; else a new one, in place of all that are kept if it must be. */
  async take(bytes: number): Promise<Block> {
    const fitting = this.kept.filter((block) => block.bytes >= bytes && block.bytes <= 2 * bytes);
    const [block] = fitting.sort((a, b) => a.bytes - b.bytes);
    if (block !== undefined) {
      this.kept.splice(this.kept.indexOf(block), 1);
      return block;
    }
    const address = (await this.allocate(bytes)) || (await this.makeRoom(bytes));
    return { address, bytes };
  }

  give(block: Block): void {
    this.kept.push(block);
  }

  private async makeRoom(bytes: number): Promise<number> {
    for (const { address } of this.kept.splice(0)) await this.free(address);
    const address = await this.allocate(bytes);
    if (address !== 0) return address;
    throw new RangeError(`no room for ${bytes} bytes in the shared heap of thread 0: load with a larger sharedHeap`);
  }
}
