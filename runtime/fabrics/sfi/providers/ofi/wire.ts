/**
 * The opened endpoint for one thread: libfabric's functions on it, and the other processes' addresses.
 *
 * Its handles lie in words of the process's memory, left there by the thread that opened it (port.ts).
 */
import type { Space } from '../../../../memory/space.ts';
import type { NativeFunction } from '../../../../platform/platform.ts';
import { FI_ADDR_UNSPEC, MSG, OPS, OPS_CQ, OPS_FABRIC, OPS_MSG, OPS_RMA, POLLFD, POLLIN, RMA } from './abi.ts';
import { FREE, STATE } from './entry.ts';
import type { Library } from './library.ts';
import type { Opened } from './opening.ts';
import { HANDLES_BYTES, PEER_BYTES } from './sizes.ts';
import { VALIDITY_BYTES } from './validity.ts';

/** Floating-point numbers in front of the peers, and the offset of words behind them. */
const [ENDPOINT, QUEUE, DESCRIPTOR, INJECT_SIZE, LARGEST, WAITS_FOR, FABRIC] = [0, 1, 2, 3, 4, 5, 6];
const ATOMICS = 64;
/** Of a peer: floating-point numbers, then the words of its key. */
const [ADDRESS, BASE, KEY] = [0, 1, 4];

/** Leaves what has been opened at `place`, for `Wire` of each thread. */
export function leaveHandles({ F64, I32 }: Space, place: number, opened: Opened): void {
  const at = place >>> 3;
  F64[at + ENDPOINT] = opened.endpoint;
  F64[at + QUEUE] = opened.queue;
  F64[at + DESCRIPTOR] = opened.descriptor;
  F64[at + INJECT_SIZE] = opened.injectSize;
  F64[at + LARGEST] = opened.largest;
  F64[at + WAITS_FOR] = opened.waitsFor;
  F64[at + FABRIC] = opened.fabric;
  I32.set(opened.atomics, (place + ATOMICS) >>> 2);
  opened.peers.forEach(({ address, base, key }, process) => {
    const peer = place + HANDLES_BYTES + process * PEER_BYTES;
    F64[(peer >>> 3) + ADDRESS] = address;
    F64[(peer >>> 3) + BASE] = base;
    I32.set(key, (peer >>> 2) + KEY);
  });
}

export class Wire {
  readonly endpoint: number;
  readonly descriptor: number;
  readonly injectSize: number;
  /** Most bytes of an operation. */
  readonly largest: number;
  /** Atomic operations that the providers of all processes have (validity.ts). */
  readonly atomics: Int32Array;
  /** Whether one can sleep until something is complete. */
  readonly waits: boolean;
  readonly writemsg: NativeFunction;
  readonly readmsg: NativeFunction;
  private readonly addresses: number[] = [];
  private readonly bases: number[] = [];
  private readonly keys: Int32Array[] = [];
  private readonly queue: number;
  private readonly fi_send: NativeFunction;
  private readonly fi_inject: NativeFunction;
  private readonly fi_recv: NativeFunction;
  private readonly fi_cq_read: NativeFunction;
  private readonly fi_cq_readerr: NativeFunction;
  private readonly fi_trywait: NativeFunction;
  private readonly poll: NativeFunction;
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
    this.descriptor = handle(DESCRIPTOR);
    this.injectSize = handle(INJECT_SIZE);
    this.largest = handle(LARGEST);
    this.atomics = I32.slice((place + ATOMICS) >>> 2, (place + ATOMICS + VALIDITY_BYTES) >>> 2);
    for (let process = 0; process < processes; process++) {
      const peer = place + HANDLES_BYTES + process * PEER_BYTES;
      this.addresses.push(F64[(peer >>> 3) + ADDRESS]!);
      this.bases.push(F64[(peer >>> 3) + BASE]!);
      this.keys.push(I32.slice((peer >>> 2) + KEY, (peer >>> 2) + KEY + 2));
    }
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
  }

  // Addresses are those of this memory, unsigned; results 0, a count, or a negative error.

  send(process: number, buf: number, len: number, context: number): number {
    if (this.isGone(process)) return this.lose(context);
    return this.fi_send(
      this.endpoint,
      this.base + buf,
      len,
      this.descriptor,
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
    return this.fi_recv(this.endpoint, this.base + buf, len, this.descriptor, FI_ADDR_UNSPEC, this.base + context);
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

  /** The base that is added to an offset in the regions of a process. */
  baseOf(process: number): number {
    return this.bases[process]!;
  }

  keyOf(process: number): Int32Array {
    return this.keys[process]!;
  }
}
