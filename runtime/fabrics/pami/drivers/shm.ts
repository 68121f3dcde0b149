/**
 * The driver "shm": moves the bytes of one client between the tasks of a job.
 *
 * For each context of a client a region holds a ring of packets that others write and the context's owner reads, a
 * lock, a doorbell, and room for one packet; and for the client a table of memory region keys, checked on each access,
 * as an adapter does. Transfers are copies by the initiator. Another task's region may lie in another memory, which
 * `store` and `load` access; addresses of it are the task's own.
 */
import type { BulkOperations } from '../../../memory/copy.ts';
import { RING_HEADER, Ring } from '../../../memory/ring.ts';
import { addressOf, offsetOf, type Space } from '../../../memory/space.ts';
import type { Hardware } from '../../hardware.ts';
import type { Gatherings } from '../../model.ts';
import type { Packets } from '../../packets.ts';
import type { Transformer } from '../datafunctions.ts';
import { offsetOf as contextOf, type Endpoint, MAX_CONTEXTS, taskOf } from '../endpoint.ts';

const LARGEST_RING = 65536;
export const SMALLEST_RING = 8192;
/** Of so many tasks each has less: these are simulated. */
const MANY_TASKS = 8192;
const LEAST_RING = 2048;
/** Maximum bytes of the rings of all tasks together. */
const ALL_RINGS = 2 ** 25;
/** Packets of maximum size that a ring holds, so that several senders find room. */
const PACKETS_IN_RING = 4;
const PACKETS_IN_LEAST_RING = 2;

/** Words of a context besides its ring. */
const LOCK = 0;
const BELL = 4;
const CONTEXT_WORDS = 64;
/** Bytes of the bounce buffer of data functions whose target is another memory. */
const DRAFT = 512;
const LEAST_DRAFT = 128;
/** Maximum memory regions of a task. */
export const MAX_MEMREGIONS = 4096;
/** Maximum bytes of the tables of memory regions of all tasks together. */
const ALL_TABLES = 2 ** 24;
const KEY_BYTES = 4;

/** Memory regions of a task: the tables of all tasks together have ALL_TABLES bytes. */
export const mostMemregions = (tasks: number): number =>
  Math.min(2 ** Math.floor(Math.log2(ALL_TABLES / KEY_BYTES / tasks)), MAX_MEMREGIONS);

function ringCapacity(tasks: number, contexts: number): number {
  const share = 2 ** Math.floor(Math.log2(ALL_RINGS / (tasks * contexts)));
  return tasks > MANY_TASKS ? LEAST_RING : Math.min(Math.max(share, SMALLEST_RING), LARGEST_RING);
}

/** Bytes of the largest packet, with what leads it. */
const roomIn = (capacity: number): number =>
  capacity / (capacity === LEAST_RING ? PACKETS_IN_LEAST_RING : PACKETS_IN_RING);

const draftOf = (capacity: number): number => (capacity === LEAST_RING ? LEAST_DRAFT : DRAFT);

export const largestPacket = (tasks: number, contexts: number): number => roomIn(ringCapacity(tasks, contexts)) - 8;

/** Bytes of a context in a region. */
function contextBytes(capacity: number): number {
  return CONTEXT_WORDS + RING_HEADER + capacity + roomIn(capacity) + draftOf(capacity);
}

/** Bytes that a client with so many contexts needs in each region, with the stage of a simulated machine (timed.ts). */
export function clientArea(tasks: number, contexts: number): number {
  const capacity = ringCapacity(tasks, contexts);
  return contexts * contextBytes(capacity) + KEY_BYTES * mostMemregions(tasks) + 128 + roomIn(capacity);
}

/** Copies between this task's memory and an address of another: plain copies where both share a memory. */
interface Copies {
  readonly store: Transformer;
  readonly load: Transformer;
}

function copiesOf({ space, bulk, memories }: Hardware, task: number): Copies {
  const there = memories.at(task);
  if (there === space) return { store: bulk.copy, load: bulk.copy };
  return {
    store: (to, from, bytes) => memories.write(task, offsetOf(there, to), from, bytes),
    load: (to, from, bytes) => memories.read(task, offsetOf(there, from), to, bytes),
  };
}

/** By job, then by the client's place in the regions. */
const sharedRings = new WeakMap<object, Map<number, Ring[]>>();

export class ShmAdapter {
  /** Collective operations that it does by itself. */
  readonly collectives: Gatherings | undefined = undefined;
  readonly task: number;
  readonly tasks: number;
  readonly space: Space;
  readonly bulk: BulkOperations;
  /** Bytes of the largest packet. */
  readonly largest: number;
  /** By task: of those in other memories that this task has had to do with. */
  private readonly copies: Copies[] = [];
  private readonly own: Copies;
  private readonly I32: Int32Array;
  /** By index of the endpoint: of those that this task has had to do with. */
  private rings: Ring[] = [];
  private readonly contextsAt: number;
  private readonly keysAt: number;

  /** Takes the client's area: every task creates its clients in the same order, with as many contexts. */
  constructor(
    private readonly hardware: Hardware,
    private readonly contexts: number,
    private readonly capacity = ringCapacity(hardware.space.THREADS, contexts),
  ) {
    const { space, area } = hardware;
    this.space = space;
    this.bulk = hardware.bulk;
    this.I32 = space.I32;
    this.task = space.MYTHREAD;
    this.tasks = space.THREADS;
    this.largest = roomIn(this.capacity) - 8;
    this.contextsAt = area.take(contexts * contextBytes(this.capacity));
    this.keysAt = area.take(4 * mostMemregions(this.tasks));
    this.own = copiesOf(hardware, this.task);
  }

  /** The rings are those of all tasks that name this object, which have one memory: thousands have to do with thousands. */
  protected shareRings(job: object): void {
    const known = sharedRings.get(job) ?? new Map<number, Ring[]>();
    sharedRings.set(job, known);
    const rings = known.get(this.contextsAt) ?? [];
    known.set(this.contextsAt, rings);
    this.rings = rings;
  }

  /** The memory that the region of a task lies in. */
  memoryOf(task: number): Space {
    return this.hardware.memories.at(task);
  }

  /** Copies from this task's memory to an address of another. */
  storeTo(task: number): Transformer {
    return this.copiesOf(task).store;
  }

  /** And back. */
  loadFrom(task: number): Transformer {
    return this.copiesOf(task).load;
  }

  private copiesOf(task: number): Copies {
    return this.memoryOf(task) === this.space ? this.own : (this.copies[task] ??= copiesOf(this.hardware, task));
  }

  /** `move` for targets in `task`'s memory: through the bounce buffer if that is another memory. */
  storing(move: Transformer, task: number, offset: number): Transformer {
    if (this.memoryOf(task) === this.space) return move;
    const store = this.storeTo(task);
    const draft = this.roomOf(offset) + roomIn(this.capacity);
    const most = draftOf(this.capacity);
    return (to, from, bytes, cookie) => {
      for (let done = 0; done < bytes; done += most) {
        const here = Math.min(most, bytes - done);
        move(draft, from + done, here, cookie);
        store(to + done, draft, here, 0);
      }
    };
  }

  /** Whether there is such a context of a task. */
  hasContext(endpoint: Endpoint): boolean {
    return taskOf(endpoint) < this.tasks && contextOf(endpoint) < this.contexts;
  }

  /** The ring of a context; undefined if its client was created with fewer contexts. */
  ring(index: number): Ring | undefined {
    return this.rings[index] ?? this.findRing(index);
  }

  /** The same for those who write packets. */
  packets(index: number): Packets | undefined {
    return this.ring(index);
  }

  /** Scratch room of a context, `largest` bytes. */
  roomOf(offset: number): number {
    return this.contextAt(this.task, offset) + CONTEXT_WORDS + RING_HEADER + this.capacity;
  }

  /** Rings the doorbell after a packet for a context: of the task, or of the context alone. */
  arrived(task: number): void {
    this.hardware.rouse(task);
  }

  /** Send-side interrupt: wakes a thread that sleeps on the context. */
  interrupt(index: number): void {
    const task = Math.floor(index / MAX_CONTEXTS);
    const { I32 } = this.memoryOf(task);
    const bell = this.wordAt(task, index % MAX_CONTEXTS, BELL);
    Atomics.add(I32, bell, 1);
    Atomics.notify(I32, bell);
  }

  /** The number of interrupts of a context of this task. */
  interrupts(offset: number): number {
    return Atomics.load(this.I32, this.wordAt(this.task, offset, BELL));
  }

  /** Sleeps until there have been more than `seen` interrupts, or the time is over. */
  sleep(offset: number, seen: number, milliseconds: number): void {
    Atomics.wait(this.I32, this.wordAt(this.task, offset, BELL), seen, milliseconds);
  }

  /** Orders earlier copies before later reads and completions. */
  fence(): void {
    this.hardware.fence();
  }

  tryLock(offset: number): boolean {
    return Atomics.compareExchange(this.I32, this.wordAt(this.task, offset, LOCK), 0, 1) === 0;
  }

  lock(offset: number): void {
    while (!this.tryLock(offset)) Atomics.wait(this.I32, this.wordAt(this.task, offset, LOCK), 1, 1);
  }

  /** False if it was not locked. */
  unlock(offset: number): boolean {
    const word = this.wordAt(this.task, offset, LOCK);
    const wasLocked = Atomics.exchange(this.I32, word, 0) === 1;
    Atomics.notify(this.I32, word, 1);
    return wasLocked;
  }

  /** Index in I32 of its memory of the key of a memory region of a task. */
  keyWord(task: number, slot: number): number {
    return addressOf(this.memoryOf(task), task, this.keysAt + 4 * slot) >>> 2;
  }

  private findRing(index: number): Ring | undefined {
    const [task, offset] = [Math.floor(index / MAX_CONTEXTS), index % MAX_CONTEXTS];
    if (task >= this.tasks || offset >= this.contexts) return undefined;
    const address = (this.contextAt(task, offset) + CONTEXT_WORDS) | 0;
    return (this.rings[index] = new Ring(this.memoryOf(task).I32, this.bulk, address, this.capacity));
  }

  private contextAt(task: number, offset: number): number {
    return addressOf(this.memoryOf(task), task, this.contextsAt + offset * contextBytes(this.capacity));
  }

  private wordAt(task: number, offset: number, word: number): number {
    return (this.contextAt(task, offset) + word) >>> 2;
  }
}
