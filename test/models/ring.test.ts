/**
 * The ring of messages (memory/ring.ts, survivingring.ts) in all orders of the atomic operations of two senders and a receiver: packets of
 * several sizes in a ring that holds few, which wraps and skips, published in another order than they were reserved in. And one of the
 * senders dies, wherever it is.
 */
import { expect, test } from 'vitest';
import type { BulkOperations } from '../../runtime/memory/copy.ts';
import { RING_HEADER, Ring } from '../../runtime/memory/ring.ts';
import { SurvivingRing } from '../../runtime/memory/survivingring.ts';
import { dealt, some } from '../support/share.ts';
import { explore, type World } from './explore.ts';
import { asStep, remembered, Task, withAtomicSteps } from './suspension.ts';

const CAPACITY = 64;
const [LOCK_WORD, HEAD_WORD] = [1, 16];
const WORDS = (RING_HEADER + CAPACITY) / 4;
/** Behind the ring: whether the first sender is dead. */
const DEAD_WORD = WORDS;
/** A step of its own. */
const DEATH = 's0 dies';

/** A sender's actions: reserves all packets, of so many bytes (there must be room), then publishes them in the order given. */
interface Batch {
  readonly sizes: readonly number[];
  readonly order: readonly number[];
}

const one = (size: number): Batch => ({ sizes: [size], order: [0] });

interface Received {
  readonly sender: number;
  readonly number: number;
}

/** An action of a thread; it gives false if it must be tried again once memory has changed. */
type Action = () => boolean;

class Thread {
  private readonly task = new Task();
  private done = 0;
  /** Others have changed memory since the action under way began. */
  private isOutdated = false;
  /** The memory in which the last try was in vain. */
  private seen: string | undefined;

  constructor(
    readonly name: string,
    private readonly actions: readonly Action[],
    private readonly memory: () => string,
  ) {}

  get canGoOn(): boolean {
    return this.done < this.actions.length && this.seen !== this.memory();
  }

  get state(): string {
    return [this.name, this.done, this.task.history, this.isOutdated, this.canGoOn].join(' ');
  }

  step(): void {
    const outcome = this.task.step(this.actions[this.done]!);
    this.seen = outcome?.result === false && !this.isOutdated ? this.memory() : undefined;
    if (outcome?.result === true) this.done++;
    if (outcome !== undefined) this.isOutdated = false;
  }

  /** Another one has changed memory. */
  outdate(): void {
    this.isOutdated = this.task.history !== '';
  }
}

/** A sender's ring, or the receiver's. */
type Maker = (I32: Int32Array, bulk: BulkOperations, sender: number) => Ring;

const plain: Maker = (I32, bulk) => new Ring(I32, bulk, 0, CAPACITY);
const surviving: Maker = (I32, bulk, sender) => new ModelRing(I32, bulk, 0, CAPACITY, sender);

/** It is for the exploration to try again. */
class ModelRing extends SurvivingRing {
  protected override readonly tries = 1;
}

interface Setting {
  /** The first position. */
  readonly start: number;
  /** Of each sender. */
  readonly scripts: readonly (readonly Batch[])[];
  /** The first sender may die. */
  readonly isMortal?: boolean;
}

class RingWorld implements World {
  private readonly I32 = new Int32Array(new SharedArrayBuffer((WORDS + 1) * 4));
  /** As each sender sees it, and the receiver. */
  private readonly rings: readonly Ring[];
  private readonly received: Received[] = [];
  private readonly threads: readonly Thread[];
  private readonly isMortal: boolean;
  /** Packets of each sender. */
  private readonly sent: readonly number[];

  constructor({ start, scripts, isMortal = false }: Setting, make: Maker) {
    this.I32[0] = this.I32[HEAD_WORD] = start;
    const fill = (address: number, byte: number, size: number) =>
      void asStep(() => {
        this.I32.fill(byte, address >>> 2, (address + size) >>> 2);
        return 0;
      });
    this.isMortal = isMortal;
    const ringOf = (sender: number) => make(remembered(this.I32), { copy: () => {}, fill } as BulkOperations, sender);
    this.rings = Array.from({ length: scripts.length + 1 }, (_, sender) => ringOf(sender));
    this.sent = scripts.map((script) => script.reduce((sum, { sizes }) => sum + sizes.length, 0));
    const memory = () => this.I32.join();
    const senders = scripts.map((script, sender) => new Thread(`s${sender}`, this.sending(sender, script), memory));
    this.threads = [...senders, new Thread('r', this.receiving(), memory)];
  }

  steps(): readonly string[] {
    const living = this.isDead ? this.threads.slice(1) : this.threads;
    const names = living.filter((thread) => thread.canGoOn).map(({ name }) => name);
    return this.isMortal && names.includes('s0') ? [...names, DEATH] : names;
  }

  take(step: string): void {
    const before = this.I32.slice();
    if (step === DEATH) this.I32[DEAD_WORD] = 1;
    else this.threads.find(({ name }) => name === step)!.step();
    for (const thread of this.threads) if (thread.name !== step && this.matters(thread, before)) thread.outdate();
  }

  /** Whether a change since `before` may let an action succeed that fails: a sender's fails for want of room alone. */
  private matters({ name }: Thread, before: Int32Array): boolean {
    if (name !== 'r') return this.I32[HEAD_WORD] !== before[HEAD_WORD];
    return this.I32.some((word, i) => word !== before[i]);
  }

  state(): string {
    const received = this.received.map(({ sender, number }) => `${sender}:${number}`);
    return [this.I32.join(), ...this.threads.map(({ state }) => state), ...received].join('|');
  }

  check(): void {}

  checkEnd(): void {
    for (const [sender, sent] of this.sent.entries()) {
      const { length } = this.received.filter((one) => one.sender === sender);
      if (length !== sent && !(sender === 0 && this.isDead))
        throw new Error(`${length} of ${sent} packets of sender ${sender} arrive`);
    }
    if (this.I32[0] !== this.I32[HEAD_WORD]) throw new Error('the ring is not empty');
    if (this.I32[LOCK_WORD] !== 0) throw new Error('the tail is locked');
    if (this.isLeft(RING_HEADER / 4, WORDS)) throw new Error('something is left behind');
  }

  /** Whether there is something in these words. Who dies may leave in every other one what he was about to reserve: that is overwritten. */
  private isLeft(start: number, end: number): boolean {
    return this.I32.some((word, i) => start <= i && i < end && word !== 0 && !(this.isDead && i % 2 === 1));
  }

  private get isDead(): boolean {
    return this.I32[DEAD_WORD] !== 0;
  }

  private sending(sender: number, script: readonly Batch[]): Action[] {
    const ring = this.rings[sender]!;
    let number = 0;
    return script.flatMap(({ sizes, order }) => {
      const packets: number[] = [];
      const reserve = sizes.map((size, i): Action => {
        const mine = number++;
        return () => {
          const packet = ring.reserve(size);
          if (packet === 0) return false;
          packets[i] = packet;
          this.write(packet, size, sender, mine);
          return true;
        };
      });
      const publish = order.map(
        (i): Action =>
          () => {
            ring.publish(packets[i]!);
            return true;
          },
      );
      return [...reserve, ...publish];
    });
  }

  /** Every word says whose packet it is. */
  private write(packet: number, size: number, sender: number, number: number): void {
    const word = packet >>> 2;
    if (this.isLeft(word, word + size / 4)) throw new Error('room is given twice');
    this.I32.fill(size * 256 + sender * 16 + number + 1, word, word + size / 4);
  }

  private receiving(): Action[] {
    const ring = this.rings.at(-1)!;
    const memory = remembered(this.I32);
    const isGone = (sender: number) => sender === 0 && memory[DEAD_WORD] !== 0;
    let packet = 0;
    const receive: Action = () => {
      packet = ring.first();
      while (ring instanceof SurvivingRing && packet === 0 && ring.giveUp(isGone)) packet = ring.first();
      if (packet !== 0) this.read(packet);
      return packet !== 0;
    };
    const release: Action = () => {
      ring.release();
      return true;
    };
    const all = this.sent.reduce((sum, sent) => sum + sent);
    return Array.from({ length: all }, () => [receive, release]).flat();
  }

  private read(packet: number): void {
    const mark = this.I32[packet >>> 2]!;
    const size = mark >>> 8;
    const words = this.I32.subarray(packet >>> 2, (packet + size) >>> 2);
    if (size === 0 || words.some((word) => word !== mark)) throw new Error('a packet arrives that is not whole');
    const [sender, number] = [(mark >>> 4) & 15, (mark & 15) - 1];
    const before = this.received.filter((other) => other.sender === sender).map((other) => other.number);
    if (before.includes(number)) throw new Error('a packet arrives twice');
    if (before.some((other) => other > number)) throw new Error('packets of a sender arrive out of order');
    this.received.push({ sender, number });
  }
}

const settings: Readonly<Record<string, Setting>> = {
  'two senders, a ring that fills': {
    start: 0,
    scripts: [
      [one(16), one(24)],
      [one(24), one(16)],
    ],
  },
  'positions wrap, packets skip the end': {
    start: -40,
    scripts: [
      [one(24), one(24)],
      [one(24), one(8)],
    ],
  },
  'published in another order': {
    start: 0,
    scripts: [[{ sizes: [8, 8], order: [1, 0] }, one(24)], [one(8)]],
  },
  'a sender dies': {
    start: 0,
    scripts: [[{ sizes: [8, 8], order: [1, 0] }], [one(8), one(8)]],
    isMortal: true,
  },
  'a sender dies that has skipped the end': {
    start: -40,
    scripts: [[one(24)], [one(24), one(8)]],
    isMortal: true,
  },
};

const makers = { 'in a process': plain, 'between processes': surviving };

for (const [name, setting] of some(some(Object.entries(settings))))
  for (const [where, make] of dealt(name, Object.entries(makers)))
    test.skipIf(setting.isMortal && make === plain)(`${name}, ${where}`, { timeout: 120_000 }, () => {
      const { states, ends } = withAtomicSteps(() => explore(() => new RingWorld(setting, make)));
      expect(states).toBeGreaterThan(1000);
      expect(ends).toBeGreaterThan(0);
    });

test('the exploration finds what is wrong: a packet published before it is written', () => {
  class Hasty extends Ring {
    override reserve(size: number): number {
      const packet = super.reserve(size);
      if (packet !== 0) this.publish(packet);
      return packet;
    }
  }
  const hasty: Maker = (I32, bulk) => new Hasty(I32, bulk, 0, CAPACITY);
  const make = () => new RingWorld({ start: 0, scripts: [[one(16)], [one(8)]] }, hasty);
  expect(() => withAtomicSteps(() => explore(make))).toThrow(
    /a packet arrives that is not whole|something is left behind/,
  );
});

test('the exploration finds what is wrong: nobody gives up what a dead sender has reserved', () => {
  class Patient extends ModelRing {
    override giveUp(): boolean {
      return false;
    }
  }
  const patient: Maker = (I32, bulk, sender) => new Patient(I32, bulk, 0, CAPACITY, sender);
  const make = () => new RingWorld({ start: 0, scripts: [[one(16)], [one(8)]], isMortal: true }, patient);
  expect(() => withAtomicSteps(() => explore(make))).toThrow(/packets of sender 1 arrive|not empty|locked/);
});
