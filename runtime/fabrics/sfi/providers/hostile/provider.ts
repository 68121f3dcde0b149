/**
 * A hostile provider: another one, that takes every freedom which libfabric's manual pages leave.
 *
 * - fi_msg(3), fi_rma(3), fi_atomic(3): any transfer, and the posting of a receive, may give -FI_EAGAIN at any time. What the caller hands over
 *   stays his until the completion, and is read or written as late as that; FI_INJECT alone takes it at the call.
 * - fi_endpoint(3): with FI_ORDER_NONE, in msg_order and in comp_order, transfers and completions come in any order, those of one peer
 *   too. FI_FENCE orders what is behind it.
 * - fi_cq(3), fi_cntr(3): a completion tells nothing until it is read; the entry and the count of one operation come at different
 *   times, the answer of the peer perhaps before either. That a buffer of FI_MULTI_RECV is given back is told last of what lies in
 *   it, with the last message or in an entry of its own; and it may be given back early.
 * - fi_domain(3): with FI_PROGRESS_MANUAL nothing moves unless the rank reads a queue or a counter. (Of any endpoint of the domain: a conduit
 *   that read the queue of the sending endpoint after each injected message would pay for it everywhere.)
 * - FI_RM_ENABLED: nothing is lost; where there is no room, in a ring of 4 KiB or in a window of completions, there is -FI_EAGAIN.
 *
 * It promises no order, so who asks for one does not get this provider.
 */
import type { Hostility } from '../../../hostility.ts';
import type { Endpoint } from '../../endpoint.ts';
import { FI_ORDER_NONE } from '../../flags.ts';
import type { Hints, Info } from '../../info.ts';
import type { Operations, Provider } from '../../provider.ts';
import { elementTypes } from '../shm/elements.ts';
import { HostileCalls, type Stage } from './calls.ts';
import { lateEndpoint } from './ends.ts';

/** Bytes of a ring. */
const SMALL_RING = 4096;

export function hostileProvider(plain: Provider, hostility: Hostility): Provider {
  let stage: Stage | undefined;
  return {
    ...plain,
    offers: (hardware, hints: Hints) => unordered(plain.offers(hardware, hints)),
    endpointBytes: (info) => plain.endpointBytes(withSmallRings(info)),
    prepare: (hardware, address, info) => plain.prepare(hardware, address, withSmallRings(info)),
    operations(endpoint) {
      stage ??= stageOf(endpoint);
      return hostileOperations(plain, endpoint, hostility, stage);
    },
  };
}

function hostileOperations(plain: Provider, endpoint: Endpoint, hostility: Hostility, stage: Stage): Operations {
  const operations = plain.operations(lateEndpoint(endpoint, withSmallRings(endpoint.info), hostility));
  const types = elementTypes(endpoint.domain.fabric.hardware.space);
  const calls = new HostileCalls(endpoint, hostility, stage, (datatype) => types[datatype].size);
  return {
    ...calls.operations(operations),
    isLate: true,
    progress() {
      hostility.poll();
      operations.progress();
    },
    cancel: (context) => operations.cancel(context),
  };
}

function unordered(info: Info): Info {
  const none = { msg_order: FI_ORDER_NONE, comp_order: FI_ORDER_NONE };
  return { ...info, tx_attr: { ...info.tx_attr, ...none }, rx_attr: { ...info.rx_attr, ...none } };
}

function withSmallRings(info: Info): Info {
  return { ...info, rx_attr: { ...info.rx_attr, total_buffered_recv: SMALL_RING } };
}

/** Room for what one call injects: operands, and what they are compared with. */
function stageOf({ domain, info }: Endpoint): Stage {
  const size = 2 * info.tx_attr.inject_size;
  return { address: domain.take(size), size };
}
