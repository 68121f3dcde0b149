/**
 * Sizes of the verbs conduit: those that follow from the number of ranks, as memory is reserved for them first, and
 * those set by the environment.
 */
import {
  adapterBytes,
  completionQueueBytes,
  GRH_SIZE,
  type Limits,
  limitsFor,
  receiveQueueBytes,
} from '../../fabrics/verbs/index.ts';
import type { Host } from '../conduit.ts';
import { notASize, tooLargeSetting, unknownProvider } from './errors.ts';

/** Maximum requests outstanding at a peer; fewer where there are many ranks. */
const CREDITS = 12;
/** Maximum send requests posted, to one peer and to all. */
export const DEPTH_PER_PEER = 24;
export const DEPTH = 255;
/** Inline bytes that control messages need. */
export const CONTROL_INLINE = 72;
/** What the adapter needs for inline data of a request that waits. */
const WAITING_INLINE = 128;
/** Datagrams: of so few ranks one from each, else others are lost and repeated. Powers of two. */
const LEAST_DATAGRAMS = 32;
const MOST_DATAGRAMS = 256;
export const DATAGRAM_BYTES = 64;
/** Receives beyond those under credits: a buffer in a handler, one in the handler of a reply. */
const SPARE_RECEIVES = 4;
/** Receives of a rank among more than so many. */
const MANY = 256;
const RECEIVES_OF_MANY = 256;

/** Sizes for a number of ranks. */
export interface Shape {
  /** Bytes of a buffer: the largest message. */
  readonly bufferBytes: number;
  readonly credits: number;
  readonly receives: number;
  /** Datagrams of the connection protocol that are buffered between two polls. */
  readonly datagrams: number;
  /** Buffers for messages, and for puts and gets. */
  readonly messageBuffers: number;
  readonly bounceBuffers: number;
  readonly limits: Limits;
}

export function shapeFor(ranks: number): Shape {
  const few = ranks <= 64;
  const credits = ranks <= 16 ? CREDITS : few ? 4 : 1;
  const receives = receivesFor(ranks, credits);
  const datagrams = 2 ** Math.ceil(Math.log2(Math.min(Math.max(ranks, LEAST_DATAGRAMS), MOST_DATAGRAMS)));
  return {
    bufferBytes: few ? 4096 : ranks <= 256 ? 1024 : 640,
    credits,
    receives,
    datagrams,
    messageBuffers: few ? 64 : 32,
    bounceBuffers: few ? 128 : 32,
    limits: limitsFor(ranks, queueBytes({ receives, datagrams })),
  };
}

/** Per peer: its requests, responses to ours, a firehose move request and the response to ours. Of so many that there is no room for this, who finds none tries again (RNR). */
function receivesFor(ranks: number, credits: number): number {
  const all = (ranks - 1) * (2 * credits + 2) + SPARE_RECEIVES;
  return ranks > MANY ? Math.min(all, RECEIVES_OF_MANY) : all;
}

type Queued = Pick<Shape, 'receives' | 'datagrams'>;

export function completionsFor({ receives, datagrams }: Queued): number {
  return receives + datagrams;
}

function queueBytes({ receives, datagrams }: Queued): number {
  const slots = 2 ** Math.ceil(Math.log2(receives));
  return (
    receiveQueueBytes(slots) +
    receiveQueueBytes(datagrams) +
    completionQueueBytes(completionsFor({ receives, datagrams })) +
    completionQueueBytes(DEPTH) +
    DEPTH * WAITING_INLINE +
    8192
  );
}

/** Bytes of each region. */
export function areaFor(ranks: number): number {
  const { bufferBytes, receives, datagrams, messageBuffers, bounceBuffers, limits } = shapeFor(ranks);
  const buffers = (receives + messageBuffers + bounceBuffers + 1) * bufferBytes; // one for who was deferred
  return adapterBytes(limits) + buffers + (datagrams + 1) * DATAGRAM_BYTES + 8 * 64;
}

if (DATAGRAM_BYTES < GRH_SIZE + 12) throw new Error('datagrams of the connection protocol do not fit');

/** Environment variables. */
export interface Settings {
  /** The device: "shm0". */
  readonly device: string;
  /** Maximum inline bytes of a put. */
  readonly inline: number;
  /** Maximum bytes of a put through bounce buffers, so that its source is reusable on return. */
  readonly bounce: number;
  readonly credits: number;
}

const MOST_INLINE = 512;

export function settingsFrom(host: Host, shape: Shape): Settings {
  const provider = host.variables.PGAS_PROVIDER || 'shm';
  if (provider !== 'shm' && provider !== 'null') return host.misuse(unknownProvider(provider));
  return {
    device: `${provider}0`,
    inline: setting(host, 'PGAS_VERBS_INLINE', 0, CONTROL_INLINE, MOST_INLINE),
    bounce: setting(host, 'PGAS_VERBS_BOUNCE', 0, 65536, 2 ** 31),
    credits: setting(host, 'PGAS_VERBS_CREDITS', 1, shape.credits, shape.credits),
  };
}

function setting(host: Host, name: string, least: number, usual: number, most: number): number {
  const value = sizeFrom(host, name) ?? usual;
  if (value < least || value > most) return host.misuse(tooLargeSetting(name, value, least, most));
  return value;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** A size in bytes, with K, M or G; undefined if the variable is not set. */
export function sizeFrom(host: Host, name: string): number | undefined {
  const text = host.variables[name];
  if (text === undefined || text === '') return undefined;
  const match = /^(\d+)([KMG]?)B?$/i.exec(text);
  if (match === null) return host.misuse(notASize(name, text));
  return Number(match[1]) * UNITS[match[2]!.toUpperCase()]!;
}
