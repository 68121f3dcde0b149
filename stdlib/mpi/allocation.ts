/**
 * Memory that the library gives programs: MPI_Alloc_mem (MPI 3.1, 8.2), and that of windows.
 *
 * It is of the rank's shared heap, which networks reach by one-sided access; when that is full, of its private heap, which is reached by messages.
 */
import { inHex } from '../../runtime/errors.ts';
import { badArgument } from '../common/errors.ts';
import { ERR_BASE, ERR_NO_MEM, Mistake } from './errors.ts';
import type { Body, State } from './state.ts';

export class Allocation {
  private readonly onPrivateHeap = new Set<number>();
  /** Of MPI_Alloc_mem. */
  private readonly ofProgram = new Set<number>();

  constructor(private readonly state: State) {}

  /** Address of so many bytes. */
  take(call: string, bytes: number): number {
    const { heap, runtime } = this.state.environment;
    const size = Math.max(bytes, 8);
    const shared = runtime.sharedHeap.tryLocal(size);
    if (shared !== 0) return shared | 0;
    const address = size < 2 ** 32 ? heap.allocate(size) | 0 : 0;
    if (address === 0)
      throw new Mistake(ERR_NO_MEM, badArgument(call, 'size', `${bytes}`, 'neither heap has so many bytes left'));
    this.onPrivateHeap.add(address);
    return address;
  }

  release(call: string, address: number): void {
    const { heap, runtime } = this.state.environment;
    if (this.onPrivateHeap.delete(address)) heap.free(address);
    else runtime.sharedHeap.free(call, address);
  }

  readonly bodies: Record<string, Body> = {
    MPI_Alloc_mem: (call, size, _info, at) => {
      const bytes = Number(size);
      this.state.natural(call, 'size', bytes);
      this.state.local(call, 'baseptr', at!, 4);
      const address = this.take(call, bytes);
      this.ofProgram.add(address);
      this.state.give(call, 'baseptr', at!, address);
    },
    MPI_Free_mem: (call, base) => {
      const address = base! | 0;
      if (!this.ofProgram.delete(address))
        this.state.refuse(call, 'base', inHex(address), 'MPI_Alloc_mem has not given it', ERR_BASE);
      this.release(call, address);
    },
  };
}
