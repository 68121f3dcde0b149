/**
 * A waiting work request: a copy, as the caller may reuse its own. Its inline data lie in the adapter's memory until it
 * is done.
 */
import type { Adapter } from '../adapter.ts';
import { IBV_SEND_INLINE } from '../constants.ts';
import { IbvSendWr, IbvSge } from '../work-requests.ts';
import { lengthOf } from './acceptance.ts';

export class KeptWr extends IbvSendWr {
  /** Address of the room for inline data; 0 if there are none. */
  room = 0;
}

/** Null if there is no room for the inline data. */
export function keep(adapter: Adapter, wr: IbvSendWr): KeptWr | null {
  const kept = Object.assign(new KeptWr(), wr);
  kept.next = null;
  kept.sg_list = wr.sg_list.slice(0, wr.num_sge).map((sge) => new IbvSge(sge.addr, sge.length, sge.lkey));
  if ((wr.send_flags & IBV_SEND_INLINE) === 0 || lengthOf(wr) === 0) return kept;
  kept.room = adapter.heap.take(lengthOf(wr));
  return kept.room === 0 ? null : takeOver(adapter, kept);
}

function takeOver(adapter: Adapter, kept: KeptWr): KeptWr {
  let at = kept.room;
  for (const { addr, length } of kept.sg_list) {
    adapter.hardware.bulk.copy(at, addr, length);
    at += length;
  }
  kept.sg_list = [new IbvSge(kept.room, at - kept.room)];
  kept.num_sge = 1;
  return kept;
}

/** Frees its room. */
export function dropKept(adapter: Adapter, kept: KeptWr): void {
  if (kept.room !== 0) adapter.heap.give(kept.room, lengthOf(kept));
  kept.room = 0;
}
