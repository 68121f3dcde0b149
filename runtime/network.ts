/**
 * This rank's end of the network that the program is linked with, and what the runtime above makes of it.
 *
 * Takes the services of the process; gives the conduit, copies between any two addresses (movement), and the functions
 * that emitted code calls for shared accesses (values).
 */
import { STATICS } from './abi.ts';
import type { Conduit, Host, RemoteMemory } from './conduits/conduit.ts';
import { network } from './conduits/linked.ts';
import { ActiveMessages } from './core/am/activemessages.ts';
import { CheckedMessages } from './core/am/checked.ts';
import { rouse } from './core/bell.ts';
import type { Job } from './core/job.ts';
import { Mailboxes, mailboxBytes } from './extended/barrier/mailboxes.ts';
import type { Meeting } from './extended/barrier/meeting.ts';
import { NetworkMeeting } from './extended/barrier/network.ts';
import { SharedMeeting } from './extended/barrier/shared.ts';
import { DirectMovement, type Movement, RemoteMovement } from './extended/movement.ts';
import { directValues, remoteValues, type Values } from './extended/values.ts';
import { ValueSlots } from './extended/valueslots.ts';
import { Area } from './memory/area.ts';
import type { BulkOperations } from './memory/copy.ts';
import type { Instructions } from './memory/instructions.ts';
import type { Layout } from './memory/layout.ts';
import type { PrivateHeap } from './segment/privateheap.ts';

/** A buffer of each rank for copies between two others. */
const BUFFER = 16384;

/** Bytes of each region that the network takes, for so many threads. */
export function networkArea(threads: number): number {
  return extendedArea(threads) + network.area(threads);
}

/** What the extended layer has of it: others reach it, as they do the segment before it. */
function extendedArea(threads: number): number {
  return BUFFER + mailboxBytes(threads);
}

export interface Attached {
  readonly conduit: Conduit;
  readonly messages: ActiveMessages;
  readonly movement: Movement;
  readonly values: Values;
  readonly meeting: Meeting;
}

/** What a rank is attached with. */
export interface Means {
  readonly job: Job;
  readonly layout: Layout;
  readonly bulk: BulkOperations;
  readonly wasm: Instructions;
  readonly heap: PrivateHeap;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly debug: boolean;
}

/** Makes this rank's end. No messages are sent before all ranks have passed the barrier before main. */
export function attach(means: Means): Attached {
  const { job, layout, bulk, wasm } = means;
  const { space } = job;
  const area = new Area(layout.networkStart, layout.networkEnd);
  const buffer = (space.BASE + area.take(BUFFER)) | 0;
  const mailboxes = area.take(mailboxBytes(space.THREADS));
  const deliver = (message: number) => messages.deliver(message);
  const conduit = network.open(hostOf(means, area, deliver));
  const put = network.direct ? bulk.copy : (to: number, from: number, size: number) => memory.put(to, from, size);
  const Messages = means.debug ? CheckedMessages : ActiveMessages;
  const messages = new Messages(job, bulk, { messages: conduit.messages, direct: network.direct, put }, means.heap);
  job.progress = () => messages.poll();
  if (network.direct)
    return {
      conduit,
      messages,
      movement: new DirectMovement(bulk),
      values: directValues(space, bulk, wasm),
      meeting: new SharedMeeting(job),
    };
  const memory = memoryOf(job, conduit);
  const movement = new RemoteMovement(space, bulk, memory, buffer, BUFFER);
  const values = remoteValues(job, memory, movement, new ValueSlots(job, means.heap), wasm);
  const letters = new Mailboxes(job, memory, mailboxes, (rank) => rouse(space, rank));
  const meeting = new NetworkMeeting(job, letters);
  job.progress = () => {
    messages.poll();
    meeting.test();
  };
  return { conduit, messages, movement, values, meeting };
}

function memoryOf(job: Job, conduit: Conduit): RemoteMemory {
  return conduit.memory ?? job.fail(`the ${conduit.name} conduit has no one-sided access`);
}

function hostOf(
  { job, layout, bulk, wasm, variables, debug }: Means,
  area: Area,
  deliver: (message: number) => void,
): Host {
  return {
    space: job.space,
    bulk,
    area,
    segment: { start: STATICS, end: layout.networkStart + extendedArea(job.space.THREADS) },
    variables,
    debug,
    fence: wasm.fence,
    deliver,
    rouse: (rank) => rouse(job.space, rank),
    idle: (turn) => job.idle(turn),
    fail: (message) => job.fail(message),
  };
}
