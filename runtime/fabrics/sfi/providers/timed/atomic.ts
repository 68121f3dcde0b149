/** Atomic operations on a simulated machine: those of the provider "shm", when who executes them at the target does. */
import type { Model } from '../../../model.ts';
import type { Elements } from '../../atomic.ts';
import type { Endpoint } from '../../endpoint.ts';
import { FI_INJECT } from '../../flags.ts';
import { ShmAtomic, type Work } from '../shm/atomic.ts';
import type { Peers } from '../shm/peers.ts';
import type { Ended } from './ended.ts';
import type { Stage } from './stage.ts';

export class TimedAtomic extends ShmAtomic {
  constructor(
    endpoint: Endpoint,
    peers: Peers,
    private readonly model: Model,
    private readonly ended: Ended,
    private readonly stage: Stage,
  ) {
    super(endpoint, peers);
  }

  protected override perform(work: Work, flags: number, rank: number, asked: boolean): number {
    const kept = keptOf(work);
    const outgoing = (flags & FI_INJECT) === 0 ? () => kept : this.injected(kept);
    const ends = this.endsOf(work);
    if (asked) ends.promise();
    let fault = 0;
    const changed = () => {
      fault = this.change(outgoing(), rank);
      this.hardware.rouse(rank);
    };
    const answered = () =>
      this.ended.add(() => {
        if (asked) ends.keepPromise();
        this.end(kept, rank, asked, fault);
      });
    this.model.atomic(rank, { changed, answered });
    return 0;
  }

  /** Operands, and what is compared with, are the caller's again on return. */
  private injected(work: Work): () => Work {
    const { message, compare = [] } = work;
    const { size } = this.types[message.datatype];
    const places = [...message.msg_iov, ...compare].map(({ addr, count }) => ({ at: addr, bytes: count * size }));
    const laid = this.stage.keep(places);
    const moved = (list: readonly Elements[], at: readonly number[]) =>
      list.map(({ count }, i) => ({ addr: at[i]!, count }));
    return () => {
      const at = laid();
      const operands = moved(message.msg_iov, at);
      const compared = work.compare && { compare: moved(compare, at.slice(operands.length)) };
      return { ...work, message: { ...message, msg_iov: operands }, ...compared };
    };
  }
}

/** Lists are the caller's on return. */
function keptOf({ message, compare, result }: Work): Work {
  const { msg_iov, rma_iov } = message;
  return {
    message: { ...message, msg_iov: [...msg_iov], rma_iov: [...rma_iov] },
    ...(compare && { compare: [...compare] }),
    ...(result && { result: [...result] }),
  };
}
