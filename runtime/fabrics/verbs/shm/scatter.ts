/**
 * Gather and scatter: between the pieces of the sender and one place of `rank`, or the pieces of its receive. Requests name memory of the
 * target by the target's addresses.
 */
import type { Memories } from '../../../memory/memories.ts';
import { offsetOf } from '../../../memory/space.ts';
import type { Slot } from '../receive-queue.ts';
import type { IbvSendWr } from '../work-requests.ts';

/** Pieces to one place: a write. */
export function gather(memories: Memories, rank: number, to: number, wr: IbvSendWr): void {
  let offset = offsetOf(memories.at(rank), to);
  for (let i = 0; i < wr.num_sge; i++) {
    const { addr, length } = wr.sg_list[i]!;
    memories.write(rank, offset, addr, length);
    offset += length;
  }
}

/** One place to pieces: a read. */
export function spread(memories: Memories, rank: number, wr: IbvSendWr, from: number): void {
  let offset = offsetOf(memories.at(rank), from);
  for (let i = 0; i < wr.num_sge; i++) {
    const { addr, length } = wr.sg_list[i]!;
    memories.read(rank, offset, addr, length);
    offset += length;
  }
}

/** Pieces to pieces, from byte `offset` of the receive on, which is large enough. */
export function deposit(memories: Memories, rank: number, slot: Slot, offset: number, wr: IbvSendWr): void {
  for (let i = 0; i < wr.num_sge; i++) {
    const { addr, length } = wr.sg_list[i]!;
    depositPiece(memories, rank, slot, offset, addr, length);
    offset += length;
  }
}

function depositPiece(
  memories: Memories,
  rank: number,
  slot: Slot,
  offset: number,
  addr: number,
  length: number,
): void {
  for (let i = 0; i < slot.num_sge && length > 0; i++) {
    const room = (slot.length[i]! >>> 0) - offset;
    const count = Math.min(room, length);
    if (room > 0) memories.write(rank, offsetOf(memories.at(rank), slot.addr[i]!) + offset, addr, count);
    offset = room > 0 ? 0 : -room;
    if (room > 0) {
      addr += count;
      length -= count;
    }
  }
}
