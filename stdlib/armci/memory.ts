/**
 * Blocks that other processes reach: ARMCI_Malloc and ARMCI_Free of a group, ARMCI_Memget of one process.
 *
 * Each process takes its block from its own shared heap, with its own size, and all tell each other where theirs are. An allocation has
 * a number on which its members agree, so that a process without a block can free it too.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import { addressOf, offsetOf } from '../../runtime/memory/space.ts';
import type { Allocated } from './blocks.ts';
import { badGroup, notAllocated, notOfGroup, otherBlock } from './errors.ts';
import type { Groups } from './groups.ts';
import type { Handles } from './handles.ts';
import type { State } from './state.ts';

interface Allocation extends Allocated {
  readonly group: number;
  /** This process's rank in it. */
  readonly rank: number;
}

export function memory(state: State, groups: Groups, handles: Handles): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime, I32, MYTHREAD } = environment;
  const allocations = new Map<number, Allocation>();
  /** Of this process's blocks, by offset. */
  const numbers = new Map<number, number>();
  const alone = new Set<number>();
  let next = 1;

  /** Offset of a new block. */
  function allocate(name: string, bytes: number): number {
    return offsetOf(environment, runtime.sharedHeap.allocateLocal(name, bytes));
  }

  function release(name: string, offset: number): void {
    runtime.sharedHeap.free(name, addressOf(environment, MYTHREAD, offset));
  }

  function __armci_malloc(nameAt: number, pointers: number, bytes: number, group: number): void {
    const name = state.nameAt(nameAt);
    state.initialized(name);
    const team = groups.own(name, group);
    state.local(name, 'ptr_arr', pointers, 4 * team.members.length);
    const own = bytes === 0 ? 0 : allocate(name, bytes);
    const told = state.together.gather(name, team, [own, bytes, next]);
    const number = told.column(2).reduce((most, each) => Math.max(most, each));
    next = number + 1;
    const [offsets, sizes] = [told.column(0), told.column(1)];
    const allocation: Allocation = { group, rank: team.rank, procs: team.members, offsets, sizes };
    offsets.forEach((offset, rank) => {
      I32[(pointers >>> 2) + rank] = sizes[rank] === 0 ? 0 : state.pointerTo(team.members[rank]!, offset);
    });
    allocations.set(number, allocation);
    state.blocks.allocated(allocation);
    state.forgetRegions();
    if (own !== 0) numbers.set(own, number);
  }

  /** A null pointer is of a process without a block. */
  function __armci_free(nameAt: number, address: number, group: number): void {
    const name = state.nameAt(nameAt);
    state.initialized(name);
    const number = address === 0 ? 0 : numberAt(name, address, group);
    handles.waitFor(name, -1);
    const told = state.together.gather(name, groups.own(name, group), [number]).column();
    const freed = told.reduce((most, each) => Math.max(most, each));
    if (number !== 0 && number !== freed) state.fail(otherBlock(name, told.indexOf(freed)));
    if (freed === 0) return;
    const allocation = allocations.get(freed) ?? state.fail(badGroup(name, group));
    if (number === 0 && allocation.sizes[allocation.rank] !== 0) state.fail(otherBlock(name, told.indexOf(freed)));
    allocations.delete(freed);
    state.blocks.freed(allocation);
    state.forgetRegions();
    if (allocation.sizes[allocation.rank] === 0) return;
    const own = allocation.offsets[allocation.rank]!;
    numbers.delete(own);
    release(name, own);
  }

  function numberAt(name: string, address: number, group: number): number {
    const number = state.isOwn(address) ? numbers.get(offsetOf(environment, address)) : undefined;
    if (number === undefined) state.fail(notAllocated(name, address));
    return allocations.get(number)!.group === group ? number : state.fail(notOfGroup(name, address));
  }

  function __armci_memget(nameAt: number, bytes: number): number {
    const name = state.nameAt(nameAt);
    state.initialized(name);
    const offset = allocate(name, bytes);
    alone.add(offset);
    state.blocks.attach(MYTHREAD, { offset: offset >>> 0, bytes });
    return state.pointerTo(MYTHREAD, offset);
  }

  /** A block of which another process has told. */
  function __armci_attach(nameAt: number, address: number, bytes: number, proc: number): number {
    const name = state.nameAt(nameAt);
    state.proc(name, proc);
    if (address === 0) state.refuse(name, 'meminfo->armci_addr', '0x0', 'the block has been freed');
    const offset = offsetOf(environment, address);
    state.blocks.attach(proc, { offset: offset >>> 0, bytes });
    state.forgetRegions();
    return state.pointerTo(proc, offset);
  }

  function __armci_memctl(nameAt: number, address: number): void {
    const name = state.nameAt(nameAt);
    state.initialized(name);
    const offset = offsetOf(environment, address);
    if (!state.isOwn(address) || !alone.delete(offset)) state.fail(notAllocated(name, address));
    state.blocks.detach(MYTHREAD, offset >>> 0);
    state.forgetRegions();
    release(name, offset);
  }

  return { __armci_malloc, __armci_free, __armci_memget, __armci_attach, __armci_memctl };
}
