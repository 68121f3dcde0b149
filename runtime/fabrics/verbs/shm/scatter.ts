/** Moving the bytes of a request: from the pieces of the sender to one place, or into the pieces of a receive. */
import type { BulkOperations } from '../../../memory/copy.ts';
import type { Slot } from '../receive-queue.ts';
import type { IbvSendWr } from '../work-requests.ts';

/** Pieces to one place: a write. */
export function gather(bulk: BulkOperations, to: number, wr: IbvSendWr): void {
  for (let i = 0; i < wr.num_sge; i++) {
    const { addr, length } = wr.sg_list[i]!;
    bulk.copy(to, addr, length);
    to += length;
  }
}

/** One place to pieces: a read. */
export function spread(bulk: BulkOperations, wr: IbvSendWr, from: number): void {
  for (let i = 0; i < wr.num_sge; i++) {
    const { addr, length } = wr.sg_list[i]!;
    bulk.copy(addr, from, length);
    from += length;
  }
}

/** Pieces to pieces, from byte `offset` of the receive on, which is large enough. */
export function deposit(bulk: BulkOperations, slot: Slot, offset: number, wr: IbvSendWr): void {
  for (let i = 0; i < wr.num_sge; i++) {
    const { addr, length } = wr.sg_list[i]!;
    depositPiece(bulk, slot, offset, addr, length);
    offset += length;
  }
}

function depositPiece(bulk: BulkOperations, slot: Slot, offset: number, addr: number, length: number): void {
  for (let i = 0; i < slot.num_sge && length > 0; i++) {
    const room = (slot.length[i]! >>> 0) - offset;
    const count = Math.min(room, length);
    if (room > 0) bulk.copy(slot.addr[i]! + offset, addr, count);
    offset = room > 0 ? 0 : -room;
    if (room > 0) {
      addr += count;
      length -= count;
    }
  }
}
