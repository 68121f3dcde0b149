/**
 * This rank's end of the network that the program is linked with, and what the runtime above makes of it.
 *
 * Takes the services of the process; gives the conduit, copies between any two addresses (movement), and the functions
 * that emitted code calls for shared accesses (values).
 */

import { STATICS } from './abi.ts';
import type { Conduit, DirectAccess, Host, RemoteMemory } from './conduits/conduit.ts';
import { network } from './conduits/linked.ts';
import { ActiveMessages } from './core/am/activemessages.ts';
import { Calls } from './core/am/calls.ts';
import { CheckedMessages } from './core/am/checked.ts';
import type { Rules } from './core/am/rules.ts';
import { enterServices, type Offers } from './core/am/services.ts';
import { carry, rouse } from './core/bell.ts';
import { imageBytes } from './core/imagearea.ts';
import type { Job } from './core/job.ts';
import { LANDING_BYTES, LandingErrands } from './core/landings.ts';
import { VALUE_AREA } from './core/stages.ts';
import { isGone } from './core/standing.ts';
import { forNetwork } from './core/states.ts';
import { badAccess } from './errors.ts';
import { Atomic } from './extended/atomics/atomic.ts';
import { machineAtomics } from './extended/atomics/machine.ts';
import type { Letters } from './extended/barrier/dissemination.ts';
import { BARRIER, EVERYBODY, HardwareMeeting } from './extended/barrier/hardware.ts';
import { Mailboxes, mailboxBytes } from './extended/barrier/mailboxes.ts';
import type { Meeting } from './extended/barrier/meeting.ts';
import { MessageLetters } from './extended/barrier/messages.ts';
import { NetworkMeeting } from './extended/barrier/network.ts';
import { SharedMeeting } from './extended/barrier/shared.ts';
import { DirectMemory } from './extended/directmemory.ts';
import { DirectMovement, type Movement, RemoteMovement } from './extended/movement.ts';
import { ReferenceMemory } from './extended/reference/memory.ts';
import { Packing } from './extended/reference/packing.ts';
import { serveMemory } from './extended/reference/target.ts';
import { endOfPuts } from './extended/underway.ts';
import { directValues, mappedValues, remoteValues, type Values } from './extended/values.ts';
import { ValueSlots } from './extended/valueslots.ts';
import type { Hardware } from './fabrics/hardware.ts';
import type { Model } from './fabrics/model.ts';
import { simulation } from './launch/simulation.ts';
import { copies } from './memory/accesses.ts';
import { Area } from './memory/area.ts';
import { rangeFault } from './memory/check.ts';
import type { BulkOperations } from './memory/copy.ts';
import type { Instructions } from './memory/instructions.ts';
import type { Layout } from './memory/layout.ts';
import { basesOf, type Memories } from './memory/memories.ts';
import { addressOf, isMapped, isOne, reachesAll } from './memory/space.ts';
import type { PrivateHeap } from './segment/privateheap.ts';
import type { Recorder } from './trace/recorder.ts';
import { recordHandlers, tracedConduit } from './trace/traced-messages.ts';

/** A buffer of each rank for copies between two others; of thousands it is a smaller one. */
const relayBytes = ({ threads }: Users): number => (threads > MANY ? 1024 : 16384);
const MANY = 2048;
/** What PGAS_EXTENDED is set to, to have one-sided access made of messages whatever the network can do. */
const REFERENCE = 'reference';
/** The value of PGAS_REACH. */
const PROCESS = 'process';

/** What the size of the network's part depends on; `images`: it has theirs. */
type Users = Pick<Layout, 'threads' | 'images'>;

/** Bytes of each region that the network takes, for so many threads in processes that begin at `firsts`. */
export function networkArea(users: Users, firsts: readonly number[] = [0]): number {
  return extendedArea(users) + network.area(users.threads, firsts);
}

/** What the extended layer has of it: others reach it, as they do the segment before it. What of the network is behind is the conduit's. */
export function extendedArea(users: Users): number {
  return relayBytes(users) + mailboxBytes(users.threads) + VALUE_AREA + imagesArea(users) + LANDING_BYTES + 2 * 64;
}

const imagesArea = ({ threads, images }: Users): number => (images ? imageBytes(threads) : 0);

/** What others reach of a region by one-sided access. The private heap is behind. */
function segmentOf(layout: Layout): Host['segment'] {
  return { start: STATICS, end: layout.networkStart + extendedArea(layout) };
}

/** Offsets of its parts, which come first. */
function takeExtended(area: Area, users: Users) {
  return {
    relay: area.take(relayBytes(users)),
    mailboxes: area.take(mailboxBytes(users.threads)),
    contributions: area.take(VALUE_AREA),
    images: area.take(imagesArea(users)),
    landings: area.take(LANDING_BYTES),
  };
}

/** Offset in each region of the receives that ranks show (core/landings.ts). */
export const landingsOf = (layout: Layout): number =>
  takeExtended(new Area(layout.networkStart, layout.networkEnd), layout).landings;

export interface Attached {
  readonly conduit: Conduit;
  readonly messages: ActiveMessages;
  readonly calls: Calls;
  /** The network's table of them. */
  readonly services: Host['services'];
  /** Where misuse of active messages is looked for. */
  readonly rules: Rules | undefined;
  /** One-sided access to other ranks. */
  readonly memory: RemoteMemory;
  /** Makes functions for modules, in the place of those. */
  readonly direct?: (() => DirectAccess) | undefined;
  readonly slots: ValueSlots;
  /** Offset in each region of what threads contribute to collective functions: VALUE_AREA bytes. */
  readonly contributions: number;
  /** Offset of what images have (core/imagearea.ts). */
  readonly images: number;
  readonly movement: Movement;
  /** Small pieces in messages; none where memory is reached by load and store. */
  readonly packing?: Packing;
  readonly atomic: Atomic;
  /** Made when they are asked for first. */
  readonly values: () => Values;
  /** Ends what this rank has begun, before what comes. */
  readonly fence: () => void;
  readonly meeting: Meeting;
  /** The machine that it runs on, if that is a simulated one. */
  readonly model?: Model | undefined;
}

/** What a rank is attached with. */
export interface Means {
  readonly job: Job;
  readonly layout: Layout;
  readonly bulk: BulkOperations;
  /** Of all processes; for the network alone. */
  readonly memories: Memories;
  /** The first rank of each memory. */
  readonly origins: readonly number[];
  /** The first rank of each process, its host, and what they tell each other: for the network alone. */
  readonly firsts: readonly number[];
  readonly hosts: readonly number[];
  readonly exchange: Hardware['exchange'];
  readonly wasm: Instructions;
  readonly heap: PrivateHeap;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly debug: boolean;
  /** What is told of messages, if anything is. */
  readonly recorder?: Recorder | undefined;
}

/** Makes this rank's end. No messages are sent before all ranks have passed the barrier before main. */
export function attach(means: Means): Attached {
  const { job, layout, bulk, recorder } = means;
  const { space } = job;
  const area = new Area(layout.networkStart, layout.networkEnd);
  const { relay, mailboxes, contributions, images } = takeExtended(area, layout);
  const buffer = (space.BASE + relay) | 0;
  const deliver = (message: number) => messages.deliver(message);
  const host = hostOf(means, area, deliver, (wait, holds) => messages.whileConduitWaits(() => job.block(wait, holds)));
  const opened = network.open(host);
  const conduit = recorder === undefined ? opened : tracedConduit(opened, space, recorder);
  const put = network.direct
    ? (rank: number, offset: number, source: number, size: number) =>
        bulk.copy(addressOf(space, rank, offset), source, size)
    : (rank: number, offset: number, source: number, size: number) => access.memory.put(rank, offset, source, size);
  const Messages = means.debug ? CheckedMessages : ActiveMessages;
  const messages = new Messages(job, bulk, { messages: conduit.messages, direct: network.direct, put }, means.heap);
  if (recorder !== undefined) recordHandlers(messages, space, recorder);
  if (host.model !== undefined) recorder?.watch(host.model.events);
  job.progress = () => messages.poll();
  job.rest = () => conduit.rest?.();
  const calls = new Calls(job, messages, conduit.services);
  const rules = messages instanceof CheckedMessages ? messages.rules : undefined;
  const slots = new ValueSlots(job, means.heap);
  const access = wantsReference(means)
    ? remoteAccess(means, messages, conduit, slots, buffer, mailboxes)
    : network.direct
      ? directAccess(means, messages)
      : (isMapped(space) && reachesAll(space)) || wantsProcess(means)
        ? mappedAccess(means, messages)
        : remoteAccess(means, messages, conduit, slots, buffer, mailboxes, host.model);
  return {
    conduit,
    messages,
    calls,
    services: host.services,
    rules,
    slots,
    contributions,
    images,
    ...access,
    model: host.model,
  };
}

/** Whether one-sided access is to be made of messages. */
function wantsReference({ job, variables }: Pick<Means, 'job' | 'variables'>): boolean {
  const { PGAS_EXTENDED: wanted } = variables;
  if (wanted && wanted !== REFERENCE) job.misuse(`PGAS_EXTENDED=${wanted}: it must be ${REFERENCE}, or not be set`);
  return wanted === REFERENCE;
}

/** Whether loads and stores are to reach the ranks of this process, on a network that would reach them as it does others. */
function wantsProcess({ job, variables }: Pick<Means, 'job' | 'variables'>): boolean {
  const { PGAS_REACH: wanted } = variables;
  if (!wanted) return false;
  if (wanted !== PROCESS) job.misuse(`PGAS_REACH=${wanted}: it must be ${PROCESS}, or not be set`);
  if (!isOne(job.space))
    job.misuse(
      `PGAS_REACH=${PROCESS}: the other processes' memory is not reached; use one process, or mapped ones (sfi)`,
    );
  return true;
}

type Access = Omit<
  Attached,
  'conduit' | 'messages' | 'calls' | 'services' | 'rules' | 'slots' | 'contributions' | 'images' | 'model'
>;

function directAccess({ job, bulk, wasm }: Means, messages: ActiveMessages): Access {
  const { space } = job;
  const machine = machineAtomics(space);
  serveMemory(messages, space, bulk, machine);
  const movement = new DirectMovement(bulk);
  const atomic = new Atomic(job, machine, movement, undefined);
  return {
    memory: new DirectMemory(space, bulk),
    movement,
    atomic,
    values: once(() => directValues(space, bulk, wasm)),
    fence: wasm.fence,
    meeting: new SharedMeeting(job),
  };
}

/** As where memory is one; messages, and what is made of them, go over the network. */
function mappedAccess({ job, bulk, wasm }: Means, messages: ActiveMessages): Access {
  const { space } = job;
  const machine = machineAtomics(space);
  serveMemory(messages, space, bulk, machine);
  const movement = new DirectMovement(bulk);
  return {
    memory: new DirectMemory(space, bulk),
    direct: () => copies(space, (rank, offset, size) => refuse(job, rank, offset, size)) as DirectAccess,
    movement,
    atomic: new Atomic(job, machine, movement, undefined, true),
    values: once(() => mappedValues(job, bulk, wasm)),
    fence: wasm.fence,
    meeting: new SharedMeeting(job),
  };
}

/** An access of a module that is outside of a region. */
function refuse(job: Job, rank: number, offset: number, size: number): never {
  const address = addressOf(job.space, rank, offset);
  return job.fail(badAccess(address, size, rangeFault(job.space, address, size) ?? `there is no thread ${rank >>> 0}`));
}

const wantsMessages = ({ GASNET_BARRIER }: Means['variables']) => GASNET_BARRIER === 'AMDISSEM';

/** The threads meet over the network, and go on with that in all waits. */
function meetBy(job: Job, messages: ActiveMessages, letters: Letters, origins: readonly number[]): Meeting {
  const meeting = new NetworkMeeting(job, letters, origins);
  messages.afterEachPoll(() => void meeting.test());
  return meeting;
}

/** By the hardware of a machine that has it for all threads. */
function meetingOn(job: Job, model: Model | undefined): Meeting | undefined {
  const { space } = job;
  if (!model?.collectives?.does(BARRIER, EVERYBODY)) return undefined;
  const rouseOwn = () => void rouse(space, space.MYTHREAD);
  return new HardwareMeeting(job, model.collectives, rouseOwn, () => model.completed(1));
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** `buffer`: address of relayBytes. `mailboxes`: offset of the barrier's. */
function remoteAccess(
  { job, layout, bulk, memories, wasm, heap, variables, origins }: Means,
  messages: ActiveMessages,
  conduit: Conduit,
  slots: ValueSlots,
  buffer: number,
  mailboxes: number,
  model?: Model,
): Access {
  const { space } = job;
  const machine = machineAtomics(space);
  serveMemory(messages, space, bulk, machine);
  const reference = new ReferenceMemory(job, messages, bulk.copy);
  const native = wantsReference({ job, variables }) ? undefined : conduit.memory;
  const memory = native ?? reference;
  const movement = new RemoteMovement(
    space,
    bulk,
    memory,
    reference,
    buffer,
    relayBytes(layout),
    segmentOf(layout).end,
  );
  const atomic = new Atomic(job, machine, movement, { native, reference });
  const endPuts = endOfPuts(job, memory);
  const fence = () => {
    endPuts();
    wasm.fence();
  };
  const values = once(() =>
    network.direct
      ? directValues(space, bulk, wasm)
      : remoteValues(job, memory, movement, slots, wasm, { endPuts, fence }),
  );
  // A put rouses no sleeping rank of another process of the operating system.
  const isByMessages = native === undefined || wantsMessages(variables) || !memories.hasAll;
  const letters = isByMessages
    ? new MessageLetters(space, messages)
    : new Mailboxes(job, native, mailboxes, (rank) => rouse(memories.at(rank), rank));
  const meeting = meetingOn(job, model) ?? meetBy(job, messages, letters, origins);
  const packing = new Packing(job, messages, reference.operations, bulk, heap, variables);
  const direct = native && conduit.direct;
  return { memory, direct, movement, packing, atomic, values, fence: network.direct ? wasm.fence : fence, meeting };
}

/** What the network's second thread of a rank is made with: the same area, and what it offers to other processes. Messages are not for it. */
export function progressHost(
  means: Omit<Means, 'heap'>,
  offers: Offers | undefined,
  more: Pick<Hardware, 'outlivesPeers' | 'unanswered'>,
): Host {
  const { job, layout } = means;
  const area = new Area(layout.networkStart, layout.networkEnd);
  const { landings } = takeExtended(area, layout); // the network's part begins behind it, as for the rank's other thread
  const host = {
    ...hostOf(means, area, () => job.fail('a message has come to the progress thread')),
    carries: () => {}, // the rank's other thread tells of its own
    errands: new LandingErrands(job.space, landings),
    ...more,
  };
  if (offers !== undefined) enterServices(host.services, job.space.I32, offers);
  return host;
}

function hostOf(
  { job, layout, bulk, memories, origins, firsts, hosts, exchange, wasm, variables, debug }: Omit<Means, 'heap'>,
  area: Area,
  deliver: (message: number) => void,
  block: Job['block'] = (wait, holds) => job.block(wait, holds),
): Host {
  return {
    space: job.space,
    bulk,
    memories,
    model: simulation?.modelOf(job.space.MYTHREAD),
    baseOf: basesOf(layout, origins),
    area,
    segment: segmentOf(layout),
    variables,
    debug,
    fence: wasm.fence,
    deliver,
    rouse: (rank) => void (memories.has(rank) && rouse(memories.at(rank), rank)),
    carries: (things) => carry(job.space, things),
    firsts,
    hosts,
    exchange,
    services: [],
    waitFor: (whom, holds, bytes, again) => block(forNetwork(whom, bytes, again), holds),
    inform: (text) => void (variables.PGAS_VERBOSE === '1' && job.space.FIRST === 0 && job.inform(text)),
    warn: (text) => void (job.space.FIRST === 0 && job.inform(`warning: ${text}`)),
    outlivesPeers: false, // who opens the fabric is told
    isGone: (rank) => isGone(job.space, rank),
    lookForEnd: () => job.lookForEnd(),
    fail: (message) => job.fail(message),
    misuse: (message) => job.misuse(message),
  };
}
