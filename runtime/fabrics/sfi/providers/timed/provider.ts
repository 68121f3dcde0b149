/**
 * The provider "shm" on a simulated machine: what it does to another rank's memory happens when the machine has carried it.
 *
 * Takes the plain provider and the machine (fabrics/model.ts). Packets come into rings when they have arrived (timedring.ts); accesses move their bytes
 * in the machine's events, and are told as complete when their rank looks (ended.ts). Accesses of one rank to another keep no order but that
 * of puts and messages, so none is promised.
 */
import type { Ring } from '../../../../memory/ring.ts';
import type { Model } from '../../../model.ts';
import type { Packets } from '../../../packets.ts';
import { TimedRing } from '../../../timedring.ts';
import type { CompletionQueue } from '../../cq.ts';
import type { Endpoint } from '../../endpoint.ts';
import { FI_ATOMIC, FI_MSG, FI_ORDER_NONE, FI_RMA, FI_TAGGED } from '../../flags.ts';
import { NOT_SUPPORTED } from '../../idle.ts';
import type { Info } from '../../info.ts';
import type { Operations, Provider } from '../../provider.ts';
import { ShmMessages } from '../shm/msg.ts';
import { Peers } from '../shm/peers.ts';
import { Receiver } from '../shm/receiver.ts';
import { Sender } from '../shm/sender.ts';
import { ShmTagged } from '../shm/tagged.ts';
import { TimedAtomic } from './atomic.ts';
import { Ended } from './ended.ts';
import { TimedRma } from './rma.ts';
import { Stage } from './stage.ts';

export function timedProvider(plain: Provider, model: Model): Provider {
  let stage: Stage | undefined;
  return {
    ...plain,
    offers: (hardware, hints) => unordered(plain.offers(hardware, hints)),
    operations(endpoint) {
      stage ??= new Stage(endpoint);
      return timedOperations(endpoint, model, stage);
    },
  };
}

function unordered(info: Info): Info {
  return { ...info, tx_attr: { ...info.tx_attr, msg_order: FI_ORDER_NONE } };
}

function timedOperations(endpoint: Endpoint, model: Model, stage: Stage): Operations {
  const { caps } = endpoint.info;
  const ended = new Ended(endpoint.domain.fabric.hardware, model);
  const peers = new TimedPeers(endpoint, model, stage);
  const sender = endpoint.transmits ? new TimedSender(endpoint, peers) : undefined;
  const receiver = endpoint.receives ? new Receiver(payingFor(endpoint, model)) : undefined;
  const accesses = sender !== undefined;
  return {
    msg: caps & FI_MSG ? new ShmMessages(endpoint, sender, receiver) : NOT_SUPPORTED.msg,
    tagged: caps & FI_TAGGED ? new ShmTagged(endpoint, sender, receiver) : NOT_SUPPORTED.tagged,
    rma: caps & FI_RMA && accesses ? new TimedRma(endpoint, peers, sender, model, ended, stage) : NOT_SUPPORTED.rma,
    atomic: caps & FI_ATOMIC && accesses ? new TimedAtomic(endpoint, peers, model, ended, stage) : NOT_SUPPORTED.atomic,
    isLate: true,
    progress() {
      ended.tell();
      sender?.progress();
      receiver?.progress();
    },
    cancel: (context) => receiver?.cancel(context) ?? NOT_SUPPORTED.cancel(context),
  };
}

class TimedPeers extends Peers {
  constructor(
    endpoint: Endpoint,
    private readonly model: Model,
    private readonly stage: Stage,
  ) {
    super(endpoint);
  }

  protected override towards(rank: number, ring: Ring): Packets {
    const { hardware, stage, model } = this;
    const there = hardware.memories.at(rank);
    if (rank === hardware.space.MYTHREAD) return ring;
    const timed = new TimedRing(model, there.I32, stage.of(there, rank), (to) => hardware.rouse(to));
    return timed.to(ring, rank);
  }
}

class TimedSender extends Sender {
  /** Who receives it is roused when it has arrived. */
  protected override publish(packets: Packets, packet: number): void {
    packets.publish(packet);
  }
}

/** The endpoint, whose rank pays for each message that it is told of. */
function payingFor(endpoint: Endpoint, model: Model): Endpoint {
  const { queue, selective } = endpoint.receive;
  return Object.create(endpoint, { receive: { value: { queue: queue && new PaidQueue(queue, model), selective } } });
}

class PaidQueue implements Pick<CompletionQueue, 'hasRoom' | 'promise' | 'keepPromise' | 'add' | 'fail'> {
  constructor(
    private readonly queue: CompletionQueue,
    private readonly model: Model,
  ) {}

  hasRoom(entries: number): boolean {
    return this.queue.hasRoom(entries);
  }

  promise(): void {
    this.queue.promise();
  }

  keepPromise(): void {
    this.queue.keepPromise();
  }

  add(...entry: Parameters<CompletionQueue['add']>): void {
    this.queue.add(...entry);
    this.model.completed(1);
  }

  fail(...error: Parameters<CompletionQueue['fail']>): void {
    this.queue.fail(...error);
  }
}
