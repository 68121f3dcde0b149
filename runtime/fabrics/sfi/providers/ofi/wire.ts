/**
 * The opened endpoint for one thread: libfabric's functions on it, and the other processes' addresses.
 *
 * Its handles lie in words of the process's memory, left there by the thread that opened it (port.ts).
 */
import type { Space } from '../../../../memory/space.ts';
import type { NativeFunction } from '../../../../platform/platform.ts';
import {
  FI_ADDR_UNSPEC,
  MSG,
  OPS,
  OPS_CQ,
  OPS_FABRIC,
  OPS_MSG,
  OPS_RMA,
  POLLFD,
  POLLIN,
  RMA,
  RMA_IOV,
  setLong,
} from './abi.ts';
import { FREE, STATE } from './entry.ts';
import type { Library } from './library.ts';
import type { Opened } from './opening.ts';
import { pins } from './registration.ts';
import { HANDLES_BYTES, PEER_BYTES, RANK_BYTES } from './sizes.ts';
import { VALIDITY_BYTES } from './validity.ts';

/** Floating-point numbers in front of what is known of processes, and the offset of words behind them. */
const [ENDPOINT, QUEUE, DOMAIN, MODE, INJECT_SIZE, LARGEST, WAITS_FOR, FABRIC, KEY_BYTES] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const ATOMICS = 72;
/** Of a rank's region: a floating-point number, then the words of its key. */
const [BASE, KEY] = [0, 2];

/** Leaves what has been opened at `place`, for `Wire` of each thread. */
export function leaveHandles({ F64, I32, THREADS }: Space, place: number, opened: Opened): void {
  const at = place >>> 3;
  F64[at + ENDPOINT] = opened.endpoint;
  F64[at + QUEUE] = opened.queue;
  F64[at + DOMAIN] = opened.domain;
  F64[at + MODE] = opened.mode;
  F64[at + INJECT_SIZE] = opened.injectSize;
  F64[at + LARGEST] = opened.largest;
  F64[at + WAITS_FOR] = opened.waitsFor;
  F64[at + FABRIC] = opened.fabric;
  F64[at + KEY_BYTES] = opened.keyBytes;
  I32.set(opened.atomics, (place + ATOMICS) >>> 2);
  const parts = partsOfHandles(place, opened.peers.length, THREADS);
  F64.set(
    opened.peers.map(({ address }) => address),
    parts.peers >>> 3,
  );
  opened.peers
    .flatMap(({ regions }) => regions)
    .forEach(({ base, key }, rank) => {
      const region = parts.regions + rank * RANK_BYTES;
      F64[(region >>> 3) + BASE] = base;
      I32.set(key, (region >>> 2) + KEY);
    });
  F64.set(opened.descriptors, parts.descriptors >>> 3);
}

/** Addresses of what is known of processes, of ranks, and of this process's ranks. */
function partsOfHandles(place: number, processes: number, ranks: number) {
  const peers = place + HANDLES_BYTES;
  const regions = peers + processes * PEER_BYTES;
  return { peers, regions, descriptors: regions + ranks * RANK_BYTES };
}

export class Wire {
  readonly endpoint: number;
  readonly domain: number;
  /** mr_mode, mr_key_size */
  readonly mode: number;
  readonly keyBytes: number;
  readonly injectSize: number;
  /** Most bytes of an operation. */
  readonly largest: number;
  /** Atomic operations that the providers of all processes have (validity.ts). */
  readonly atomics: Int32Array;
  /** Whether it wants all memory registered, as adapters do that pin it. */
  readonly pins: boolean;
  /** Whether one can sleep until something is complete. */
  readonly waits: boolean;
  readonly writemsg: NativeFunction;
  readonly readmsg: NativeFunction;
  /** By process. */
  private readonly addresses: Float64Array;
  /** By rank: what is added to an offset; two words of the key. */
  private readonly bases: Float64Array;
  private readonly keys: Int32Array;
  /** Of the regions of this process's ranks. */
  private readonly descriptors: Float64Array;
  private readonly queue: number;
  private readonly fi_send: NativeFunction;
  private readonly fi_inject: NativeFunction;
  private readonly fi_recv: NativeFunction;
  private readonly fi_cq_read: NativeFunction;
  private readonly fi_cq_readerr: NativeFunction;
  private readonly fi_trywait: NativeFunction;
  private readonly poll: NativeFunction;
  /** Lets another thread have this one's core, if one waits for it: sched_yield. */
  readonly yield: NativeFunction;
  private readonly fabric: number;
  private readonly waitsFor: number;

  constructor(
    readonly library: Library,
    private readonly space: Space,
    /** What is added to an address of this memory to have it for native code. */
    readonly base: number,
    place: number,
    processes: number,
    /** What is sent to a process that is gone is lost. */
    private readonly isGone: (process: number) => boolean,
  ) {
    const { F64, I32 } = space;
    const handle = (index: number) => F64[(place >>> 3) + index]!;
    const endpoint = handle(ENDPOINT);
    this.endpoint = endpoint;
    this.queue = handle(QUEUE);
    this.domain = handle(DOMAIN);
    this.mode = handle(MODE);
    this.pins = pins(this.mode);
    this.keyBytes = handle(KEY_BYTES);
    this.injectSize = handle(INJECT_SIZE);
    this.largest = handle(LARGEST);
    this.atomics = I32.slice((place + ATOMICS) >>> 2, (place + ATOMICS + VALIDITY_BYTES) >>> 2);
    const { THREADS, REACH } = space;
    const parts = partsOfHandles(place, processes, THREADS);
    const region = (rank: number) => parts.regions + rank * RANK_BYTES;
    this.addresses = F64.slice(parts.peers >>> 3, (parts.peers >>> 3) + processes);
    this.bases = Float64Array.from({ length: THREADS }, (_, rank) => F64[(region(rank) >>> 3) + BASE]!);
    this.keys = Int32Array.from({ length: 2 * THREADS }, (_, i) => I32[(region(i >>> 1) >>> 2) + KEY + (i & 1)]!);
    this.descriptors = F64.slice(parts.descriptors >>> 3, (parts.descriptors >>> 3) + REACH);
    this.fi_send = library.operation(endpoint, MSG, OPS_MSG.SEND, 'long', 6);
    this.fi_inject = library.operation(endpoint, MSG, OPS_MSG.INJECT, 'long', 4);
    this.fi_recv = library.operation(endpoint, MSG, OPS_MSG.RECV, 'long', 6);
    this.writemsg = library.operation(endpoint, RMA, OPS_RMA.WRITEMSG, 'long', 3);
    this.readmsg = library.operation(endpoint, RMA, OPS_RMA.READMSG, 'long', 3);
    this.fi_cq_read = library.operation(this.queue, OPS, OPS_CQ.READ, 'long', 3);
    this.fi_cq_readerr = library.operation(this.queue, OPS, OPS_CQ.READERR, 'long', 3);
    this.fabric = handle(FABRIC);
    this.waitsFor = handle(WAITS_FOR);
    this.waits = this.waitsFor >= 0;
    this.fi_trywait = library.operation(this.fabric, OPS, OPS_FABRIC.TRYWAIT, 'int', 3);
    this.poll = library.function('poll', 'int', 3);
    this.yield = library.function('sched_yield', 'int', 0);
  }

  // Addresses are those of this memory, unsigned; results 0, a count, or a negative error.

  send(process: number, buf: number, len: number, context: number): number {
    if (this.isGone(process)) return this.lose(context);
    return this.fi_send(
      this.endpoint,
      this.base + buf,
      len,
      this.descriptorOf(buf),
      this.addresses[process]!,
      this.base + context,
    );
  }

  /** The bytes are taken on return. */
  inject(process: number, buf: number, len: number): number {
    if (this.isGone(process)) return 0;
    return this.fi_inject(this.endpoint, this.base + buf, len, this.addresses[process]!);
  }

  /** As if it had been sent, and were complete. */
  private lose(context: number): number {
    Atomics.store(this.space.I32, (context >>> 2) + STATE, FREE);
    return 0;
  }

  receive(buf: number, len: number, context: number): number {
    const descriptor = this.descriptorOf(buf);
    return this.fi_recv(this.endpoint, this.base + buf, len, descriptor, FI_ADDR_UNSPEC, this.base + context);
  }

  read(entries: number, count: number): number {
    return this.fi_cq_read(this.queue, this.base + entries, count);
  }

  readError(entry: number): number {
    return this.fi_cq_readerr(this.queue, this.base + entry, 0);
  }

  /** Waits until there may be something in the queue, so many milliseconds at most. `place`: of 16 bytes. */
  awaitAny(place: number, milliseconds: number): void {
    const { I32 } = this.space;
    const word = place >>> 2;
    I32[word] = this.queue;
    I32[word + 1] = this.queue / 2 ** 32;
    if (this.fi_trywait(this.fabric, this.base + place, 1) !== 0) return;
    I32[word + 2 + POLLFD.FD / 4] = this.waitsFor;
    I32[word + 2 + POLLFD.EVENTS / 4] = POLLIN;
    this.poll(this.base + place + 8, 1, milliseconds);
  }

  addressOf(process: number): number {
    return this.addresses[process]!;
  }

  /** Of what is registered from the start of the region of a rank here that an address lies in. */
  descriptorOf(address: number): number {
    const { SHIFT, ORIGIN, FIRST } = this.space;
    return this.descriptors[(address >>> SHIFT) + ORIGIN - FIRST]!;
  }

  /** Writes fi_rma_iov or fi_rma_ioc at `at`: `count` bytes, or elements, at an offset of the region of `rank`. */
  aim(at: number, rank: number, offset: number, count: number): void {
    const { I32 } = this.space;
    setLong(I32, at + RMA_IOV.ADDR, this.bases[rank]! + offset);
    setLong(I32, at + RMA_IOV.LEN, count);
    I32[(at + RMA_IOV.KEY) >>> 2] = this.keys[2 * rank]!;
    I32[(at + RMA_IOV.KEY + 4) >>> 2] = this.keys[2 * rank + 1]!;
  }
}
