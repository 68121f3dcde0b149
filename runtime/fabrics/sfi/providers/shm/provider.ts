/**
 * The provider "shm": ranks that share one memory.
 *
 * It does what an adapter would: an RMA operation is a copy by the initiator, in which the target takes no part; a message is
 * a packet in a ring of the receiver, who puts it into a buffer when he makes progress. Long messages are fetched by the
 * receiver from where they lie at the sender.
 */

import { copies } from '../../../../memory/accesses.ts';
import { RING_HEADER } from '../../../../memory/ring.ts';
import type { Hardware } from '../../../hardware.ts';
import { type Endpoint, NAME_CAPACITY, NAME_CONTEXTS } from '../../endpoint.ts';
import * as flags from '../../flags.ts';
import { NOT_SUPPORTED } from '../../idle.ts';
import type { Hints, Info } from '../../info.ts';
import type { Operations, Provider } from '../../provider.ts';
import { ShmAtomic } from './atomic.ts';
import { ShmMessages } from './msg.ts';
import { NAME_BYTES, Peers } from './peers.ts';
import { Receiver } from './receiver.ts';
import { ShmRma } from './rma.ts';
import { ACKNOWLEDGEMENTS, Sender } from './sender.ts';
import { ShmTagged } from './tagged.ts';

const SMALLEST_RING = 4096;
const LARGEST_RING = 1 << 20;
const USUAL_RING = 1 << 16;
const INJECT_SIZE = 192;
const LARGEST_MESSAGE = 2 ** 31 - 1;
const MOST_CONTEXTS = 16;

const CAPABILITIES =
  flags.FI_MSG |
  flags.FI_RMA |
  flags.FI_TAGGED |
  flags.FI_ATOMIC |
  flags.FI_READ |
  flags.FI_WRITE |
  flags.FI_RECV |
  flags.FI_SEND |
  flags.FI_REMOTE_READ |
  flags.FI_REMOTE_WRITE |
  flags.FI_MULTI_RECV |
  flags.FI_REMOTE_CQ_DATA |
  flags.FI_RMA_EVENT |
  flags.FI_SOURCE |
  flags.FI_NAMED_RX_CTX |
  flags.FI_DIRECTED_RECV |
  flags.FI_FENCE;
const OPERATION_FLAGS =
  flags.FI_COMPLETION |
  flags.FI_INJECT |
  flags.FI_INJECT_COMPLETE |
  flags.FI_TRANSMIT_COMPLETE |
  flags.FI_DELIVERY_COMPLETE;

/** What there is. */
export function shmOffer(name: string, hints: Hints): Info {
  return {
    caps: CAPABILITIES,
    mode: 0,
    tx_attr: {
      op_flags: OPERATION_FLAGS,
      msg_order: flags.FI_ORDER_STRICT,
      comp_order: flags.FI_ORDER_NONE,
      inject_size: INJECT_SIZE,
      size: ACKNOWLEDGEMENTS,
      iov_limit: 4,
      rma_iov_limit: 4,
    },
    rx_attr: {
      msg_order: flags.FI_ORDER_STRICT,
      comp_order: flags.FI_ORDER_STRICT,
      total_buffered_recv: ringCapacity(hints.rx_attr?.total_buffered_recv ?? USUAL_RING),
      size: 1024,
      iov_limit: 4,
    },
    ep_attr: {
      type: 'FI_EP_RDM',
      max_msg_size: LARGEST_MESSAGE,
      tx_ctx_cnt: MOST_CONTEXTS,
      rx_ctx_cnt: MOST_CONTEXTS,
    },
    domain_attr: {
      name,
      threading: 'FI_THREAD_DOMAIN',
      control_progress: 'FI_PROGRESS_AUTO',
      data_progress: 'FI_PROGRESS_MANUAL',
      resource_mgmt: 'FI_RM_ENABLED',
      av_type: 'FI_AV_UNSPEC',
      mr_mode: 'FI_MR_UNSPEC',
      mr_key_size: 4,
      cq_data_size: 8,
      cq_cnt: 64,
      ep_cnt: 64,
    },
    fabric_attr: { name, prov_name: name },
  };
}

function ringCapacity(asked: number): number {
  return Math.min(Math.max(2 ** Math.ceil(Math.log2(asked)), SMALLEST_RING), LARGEST_RING);
}

export const shmProvider: Provider = {
  name: 'shm',
  offers: (_, hints) => shmOffer('shm', hints),
  endpointBytes: ({ ep_attr, rx_attr, caps }) =>
    NAME_BYTES + (arrives(caps) ? ep_attr.rx_ctx_cnt * (RING_HEADER + rx_attr.total_buffered_recv) : 0),
  prepare({ space }: Hardware, address, { ep_attr, rx_attr, caps }) {
    const word = address >>> 2;
    Atomics.store(space.I32, word + NAME_CONTEXTS, ep_attr.rx_ctx_cnt);
    Atomics.store(space.I32, word + NAME_CAPACITY, arrives(caps) ? rx_attr.total_buffered_recv : 0);
  },
  operations: shmOperations,
};

/** Whether packets come to an endpoint: only then it has rings. */
function arrives(caps: number): boolean {
  return (caps & (flags.FI_MSG | flags.FI_TAGGED | flags.FI_REMOTE_CQ_DATA)) !== 0;
}

function shmOperations(endpoint: Endpoint): Operations {
  const { caps } = endpoint.info;
  const { space, firsts } = endpoint.domain.fabric.hardware;
  const peers = new Peers(endpoint);
  const sender = endpoint.transmits ? new Sender(endpoint, peers) : undefined;
  const receiver = endpoint.receives ? new Receiver(endpoint) : undefined;
  return {
    msg: caps & flags.FI_MSG ? new ShmMessages(endpoint, sender, receiver) : NOT_SUPPORTED.msg,
    tagged: caps & flags.FI_TAGGED ? new ShmTagged(endpoint, sender, receiver) : NOT_SUPPORTED.tagged,
    rma: caps & flags.FI_RMA && sender !== undefined ? new ShmRma(endpoint, peers, sender) : NOT_SUPPORTED.rma,
    atomic: caps & flags.FI_ATOMIC && sender !== undefined ? new ShmAtomic(endpoint, peers) : NOT_SUPPORTED.atomic,
    // Of one memory, in which all ranks' regions lie one after the other.
    direct: firsts.length > 1 ? undefined : (refused) => copies(space, refused),
    progress() {
      sender?.progress();
      receiver?.progress();
    },
    cancel: (context) => receiver?.cancel(context) ?? NOT_SUPPORTED.cancel(context),
  };
}
