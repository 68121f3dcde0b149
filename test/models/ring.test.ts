/**
 * The ring of messages (memory/ring.ts) in all orders of the atomic operations of two senders and a receiver: packets of
 * several sizes in a ring that holds few, which wraps and skips, published in another order than they were reserved in.
 */
import { expect, test } from 'vitest';
import { RING_HEADER, Ring } from '../../runtime/memory/ring.ts';
import { explore, type World } from './explore.ts';
import { asStep, remembered, Task, withAtomicSteps } from './suspension.ts';

const CAPACITY = 64;
const HEAD_WORD = 16;
const WORDS = (RING_HEADER + CAPACITY) / 4;

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
    return `${this.name} ${this.done} ${this.task.history}${this.canGoOn ? '' : ' waits'}`;
  }

  step(): void {
    const outcome = this.task.step(this.actions[this.done]!);
    this.seen = undefined;
    if (outcome?.result === true) this.done++;
    if (outcome?.result === false) this.seen = this.memory();
  }
}

class RingWorld implements World {
  private readonly I32 = new Int32Array(new SharedArrayBuffer(WORDS * 4));
  private readonly ring: Ring;
  private readonly received: Received[] = [];
  private readonly threads: readonly Thread[];
  private readonly sent: number;

  constructor(start: number, scripts: readonly (readonly Batch[])[], Kind = Ring) {
    this.I32[0] = this.I32[HEAD_WORD] = start;
    const fill = (address: number, byte: number, size: number) =>
      void asStep(() => {
        this.I32.fill(byte, address >>> 2, (address + size) >>> 2);
        return 0;
      });
    this.ring = new Kind(remembered(this.I32), { copy: () => {}, fill }, 0, CAPACITY);
    this.sent = scripts.flat().reduce((sum, { sizes }) => sum + sizes.length, 0);
    const memory = () => this.I32.join();
    const senders = scripts.map((script, sender) => new Thread(`s${sender}`, this.sending(sender, script), memory));
    this.threads = [...senders, new Thread('r', this.receiving(), memory)];
  }

  steps(): readonly string[] {
    return this.threads.filter((thread) => thread.canGoOn).map(({ name }) => name);
  }

  take(step: string): void {
    this.threads.find(({ name }) => name === step)!.step();
  }

  state(): string {
    const received = this.received.map(({ sender, number }) => `${sender}:${number}`);
    return [this.I32.join(), ...this.threads.map(({ state }) => state), ...received].join('|');
  }

  check(): void {}

  checkEnd(): void {
    if (this.received.length !== this.sent) throw new Error(`${this.received.length} of ${this.sent} packets arrive`);
    if (this.I32[0] !== this.I32[HEAD_WORD]) throw new Error('the ring is not empty');
    if (this.I32.subarray(RING_HEADER / 4).some((word) => word !== 0)) throw new Error('something is left behind');
  }

  private sending(sender: number, script: readonly Batch[]): Action[] {
    let number = 0;
    return script.flatMap(({ sizes, order }) => {
      const packets: number[] = [];
      const reserve = sizes.map((size, i): Action => {
        const mine = number++;
        return () => {
          const packet = this.ring.reserve(size);
          if (packet === 0) return false;
          packets[i] = packet;
          this.write(packet, size, sender, mine);
          return true;
        };
      });
      const publish = order.map(
        (i): Action =>
          () => {
            this.ring.publish(packets[i]!);
            return true;
          },
      );
      return [...reserve, ...publish];
    });
  }

  /** Every word says whose packet it is. */
  private write(packet: number, size: number, sender: number, number: number): void {
    const word = packet >>> 2;
    if (this.I32.subarray(word, word + size / 4).some((left) => left !== 0)) throw new Error('room is given twice');
    this.I32.fill(size * 256 + sender * 16 + number + 1, word, word + size / 4);
  }

  private receiving(): Action[] {
    let packet = 0;
    const receive: Action = () => {
      packet = this.ring.first();
      if (packet !== 0) this.read(packet);
      return packet !== 0;
    };
    const release: Action = () => {
      this.ring.release();
      return true;
    };
    return Array.from({ length: this.sent }, () => [receive, release]).flat();
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

const scripts: Readonly<Record<string, { start: number; scripts: readonly (readonly Batch[])[] }>> = {
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
};

for (const [name, { start, scripts: script }] of Object.entries(scripts))
  test(name, { timeout: 120_000 }, () => {
    const { states, ends } = withAtomicSteps(() => explore(() => new RingWorld(start, script)));
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
  const make = () => new RingWorld(0, [[one(16)], [one(8)]], Hasty);
  expect(() => withAtomicSteps(() => explore(make))).toThrow(
    /a packet arrives that is not whole|something is left behind/,
  );
});
