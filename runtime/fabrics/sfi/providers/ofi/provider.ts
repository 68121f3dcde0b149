/**
 * The provider "ofi": libfabric itself, by its own providers (tcp, shm, verbs ...), for ranks of other processes.
 *
 * All ranks of a process use one endpoint of libfabric (port.ts). Between them messages and accesses go as the provider "shm" has them, and so do
 * messages between processes that map each other's regions.
 * Of libfabric only what all its providers have is asked for: a plain RDM endpoint with messages and RMA; atomic operations are an extra.
 * Receive contexts, counters, scalable endpoints and the addressing of FI_MR_SCALABLE are made here.
 */
import type { Hardware } from '../../../hardware.ts';
import type { Endpoint } from '../../endpoint.ts';
import * as flags from '../../flags.ts';
import { NOT_SUPPORTED } from '../../idle.ts';
import type { Info } from '../../info.ts';
import type { Operations as Groups, Provider } from '../../provider.ts';
import { ShmMessages } from '../shm/msg.ts';
import { Peers } from '../shm/peers.ts';
import { shmOffer, shmProvider } from '../shm/provider.ts';
import { ShmRma } from '../shm/rma.ts';
import { ShmTagged } from '../shm/tagged.ts';
import { OfiAtomic } from './atomicrequests.ts';
import { Fetching } from './fetching.ts';
import { Gathering } from './gathering.ts';
import { NativeAtomics } from './nativeatomics.ts';
import { operandsOf } from './operands.ts';
import { Operations, SLOT } from './operations.ts';
import { Outgoing } from './outgoing.ts';
import { Port } from './port.ts';
import { serve } from './progress.ts';
import { OfiReceiver } from './receiver.ts';
import { OfiRma } from './rma.ts';
import { OfiSender } from './sender.ts';
import { OfiServices } from './services.ts';
import { CONTEXTS, LARGEST_FETCHED, OPERATIONS, RESULT_BYTES } from './sizes.ts';
import { Unanswered } from './unanswered.ts';

export const OFI = 'ofi';
const NOT_OFFERED = flags.FI_REMOTE_CQ_DATA | flags.FI_RMA_EVENT;

/** "ofi:tcp" is libfabric's provider tcp, "ofi" the one that libfabric likes best. */
export const isOfi = (name: string): boolean => name === OFI || name.startsWith(`${OFI}:`);

/** A rank's part of its process's end. */
interface End {
  readonly port: Port;
  readonly operations: Operations;
  readonly outgoing: Outgoing;
  /** Of endpoints with FI_MORE. */
  readonly gatherings: Gathering[];
  /** Where libfabric's provider has any. */
  readonly adapter: NativeAtomics | undefined;
}

const ends = new WeakMap<Hardware, End>();

export function ofiProvider(name: string): Provider {
  return {
    ...shmProvider,
    name,
    offers: (_, hints) => offer(shmOffer(name, hints)),
    open: (hardware) => void (isAlone(hardware) || endOf(hardware)),
    pins: (hardware) => !isAlone(hardware) && endOf(hardware).port.wire.pins,
    serve(hardware) {
      const port = new Port(hardware, name.slice(OFI.length + 1));
      return serve(port, new Unanswered(hardware, port), new Fetching(hardware, port));
    },
    rest: (hardware) => (isAlone(hardware) ? undefined : { rest: () => rest(endOf(hardware)) }),
    services: (hardware) => servicesOf(hardware),
    adapter: (hardware) => (isAlone(hardware) ? undefined : endOf(hardware).adapter),
    operations(endpoint) {
      const { hardware } = endpoint.domain.fabric;
      return isAlone(hardware) ? shmProvider.operations(endpoint) : groups(endpoint, endOf(hardware));
    },
  };
}

function offer(info: Info): Info {
  const caps = info.caps & ~NOT_OFFERED;
  return {
    ...info,
    caps,
    tx_attr: { ...info.tx_attr, iov_limit: 1, rma_iov_limit: 1 },
    rx_attr: { ...info.rx_attr, iov_limit: 1 },
    ep_attr: { ...info.ep_attr, max_msg_size: LARGEST_FETCHED, rx_ctx_cnt: CONTEXTS },
  };
}

/** One process needs no libfabric. */
const isAlone = ({ firsts }: Hardware) => firsts.length === 1;

function endOf(hardware: Hardware): End {
  let end = ends.get(hardware);
  if (end === undefined) {
    const port = new Port(hardware);
    const slots = (hardware.space.BASE >>> 0) + hardware.area.take(OPERATIONS * SLOT);
    const scratch = (hardware.space.BASE >>> 0) + hardware.area.take(RESULT_BYTES);
    const operations = new Operations(hardware, port, operandsOf(hardware, port.wire, scratch), slots, OPERATIONS);
    const outgoing = new Outgoing(hardware, port);
    const hasAtomics = port.wire.atomics.some((bits) => bits !== 0);
    const adapter = hasAtomics ? new NativeAtomics(hardware, port, operations, outgoing) : undefined;
    end = { port, operations, outgoing, gatherings: [], adapter };
    ends.set(hardware, end);
  }
  return end;
}

function servicesOf(hardware: Hardware): OfiServices | undefined {
  if (isAlone(hardware)) return undefined;
  const { port, operations, outgoing } = endOf(hardware);
  return new OfiServices(hardware, port, operations, outgoing);
}

/** The rank is about to sleep: nothing stays behind. */
function rest({ port, gatherings }: End): void {
  for (const gathering of gatherings) gathering.progress();
  port.handover.rest();
}

/** Undefined where nothing is put off. */
function gatheringOf(endpoint: Endpoint, { port, operations, outgoing, gatherings }: End): Gathering | undefined {
  if ((endpoint.op_flags & flags.FI_MORE) === 0) return undefined;
  const gathering = new Gathering(endpoint.domain.fabric.hardware, endpoint, port, operations, outgoing);
  gatherings.push(gathering);
  return gathering;
}

function groups(endpoint: Endpoint, end: End): Groups {
  const { port, operations, outgoing, gatherings, adapter } = end;
  const { caps } = endpoint.info;
  const gathering = gatheringOf(endpoint, end);
  const peers = new Peers(endpoint);
  const sender = endpoint.transmits ? new OfiSender(endpoint, peers, port, outgoing) : undefined;
  const receiver = endpoint.receives ? new OfiReceiver(endpoint, port, operations, outgoing) : undefined;
  const near = sender && new ShmRma(endpoint, peers, sender);
  const rma = near && new OfiRma(endpoint, peers, near, port, operations, outgoing, gathering);
  const atomic =
    caps & flags.FI_ATOMIC && sender !== undefined
      ? new OfiAtomic(endpoint, peers, port, operations, outgoing, gathering)
      : undefined;
  return {
    msg: caps & flags.FI_MSG ? new ShmMessages(endpoint, sender, receiver) : NOT_SUPPORTED.msg,
    tagged: caps & flags.FI_TAGGED ? new ShmTagged(endpoint, sender, receiver) : NOT_SUPPORTED.tagged,
    rma: caps & flags.FI_RMA && rma !== undefined ? rma : NOT_SUPPORTED.rma,
    atomic: atomic ?? NOT_SUPPORTED.atomic,
    isLate: true,
    progress() {
      sender?.progress();
      receiver?.progress();
      rma?.progress();
      atomic?.progress();
      adapter?.progress();
      if (gathering !== undefined) gathering.progress();
      else for (const other of gatherings) other.look();
    },
    cancel: (context) => receiver?.cancel(context) ?? NOT_SUPPORTED.cancel(context),
  };
}
