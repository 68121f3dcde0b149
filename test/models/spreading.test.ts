/**
 * Arrivals of a team's images in all orders, of larger teams in many: letters come when they like, images end, processes are lost at any moment.
 *
 * All images that survive must see the same of each phase, with the words of all that have arrived; nobody may be stuck.
 */
import { expect, test } from 'vitest';
import { type Lines, Spreading } from '../../runtime/coarray/spreading.ts';
import { type Outcome, STOPPED_IMAGE } from '../../runtime/coarray/status.ts';
import { isLong, some } from '../support/share.ts';
import { explore, type World, wander } from './explore.ts';

interface Case {
  /** The images of each memory. */
  readonly memories: readonly (readonly number[])[];
  readonly phases: number;
  /** Images that end when they have completed so many phases. */
  readonly ends?: readonly { readonly image: number; readonly after: number; readonly how: 'stopped' | 'failed' }[];
  /** Images of one process that is lost, at any moment; letters to a speaker among them are lost too. */
  readonly lost?: readonly number[];
  /** A mistake, to see that it is found out: processes tell the coordinator nothing of their own images. */
  readonly forgetsOwn?: true;
}

/** What a letter tells of an image: its phase; or that it has ended. */
type Told = readonly [image: number, phase: number] | readonly [image: number, how: string];

/** What the images of a memory know: of their own the truth. */
class Memory {
  readonly phases: number[];
  /** The phases whose words are in the two slots of each. */
  readonly slots: number[][];
  readonly ended: (string | undefined)[];
  readonly gone = new Set<number>();
  /** Changes with all this. */
  version = 0;
  hasReported = false;
  hasHeardOfLoss = false;

  constructor(
    readonly images: readonly number[],
    count: number,
  ) {
    this.phases = Array(count).fill(0);
    this.slots = this.phases.map(() => [0, 0]);
    this.ended = this.phases.map(() => undefined);
  }

  enter(image: number, phase: number): void {
    this.version++;
    if (this.phases[image]! >= phase) return;
    this.slots[image]![phase & 1] = phase;
    this.phases[image] = phase;
  }

  end(image: number, how: string): void {
    this.version++;
    this.ended[image] ??= how;
  }
}

class Image {
  phase = 0;
  isInside = false;
  hasEnded = false;
  /** The version of its memory that it has looked at. */
  looked = -1;
  readonly spreading: Spreading;

  constructor(lines: Lines, memories: Case['memories'], own: number, index: number) {
    this.spreading = new Spreading(lines, memories, own, index);
  }
}

class Team implements World {
  private readonly memories: Memory[];
  private readonly images: Image[];
  /** Letters under way by sender, kind and receiver: each of these are in order. */
  private readonly letters = new Map<string, Told[][]>();
  private readonly outcomes = new Map<number, Outcome>();
  /** The newest lines that memories have reported. */
  private readonly newest: number[][];
  private isLost = false;

  constructor(private readonly given: Case) {
    const count = given.memories.flat().length;
    this.memories = given.memories.map((images) => new Memory(images, count));
    this.newest = Array.from({ length: count }, () => [0, 0, 0]);
    this.images = Array.from({ length: count }, (_, index) => {
      const own = this.memoryOf(index);
      return new Image(this.linesOf(index, own), given.memories, own, index);
    });
  }

  private memoryOf(image: number): number {
    return this.given.memories.findIndex((images) => images.includes(image));
  }

  private linesOf(image: number, own: number): Lines {
    const memory = this.memories[own]!;
    const others = [...this.memories.keys()].filter((each) => each !== own);
    return {
      hasReached: (other, phase) => memory.phases[other]! >= phase,
      ends: () => memory.ended.filter((how) => how !== undefined).length,
      hasEnded: (other) => memory.ended[other] !== undefined,
      hasFailed: (other) => memory.ended[other] === 'failed',
      isGone: (other) => memory.gone.has(other),
      tell: (to, images, phase) => {
        const lacks = images.find((each) => memory.slots[each]![phase & 1] !== phase);
        if (lacks !== undefined) throw new Error(`image ${image} passes on words of ${lacks} that it does not have`);
        this.send(
          `${image} speaker ${to}`,
          images.map((each): Told => [each, phase]),
        );
      },
      tellAll: (phase) => {
        for (const other of others) this.send(`${image} all ${other}`, [[image, phase]]);
      },
    };
  }

  private send(way: string, told: Told[]): void {
    if (this.isLost && this.isDeaf(way)) return;
    this.letters.set(way, [...(this.letters.get(way) ?? []), told]);
  }

  steps(): string[] {
    const letters = [...this.letters].flatMap(([way, all]) => (all.length > 0 ? [`letter ${way}`] : []));
    const moves = this.images.flatMap((image, index) => this.movesOf(image, index));
    return [...letters, ...moves, ...this.lossSteps()];
  }

  private movesOf(image: Image, index: number): string[] {
    if (image.hasEnded) return [];
    if (image.isInside) return image.looked === this.memories[this.memoryOf(index)]!.version ? [] : [`look ${index}`];
    if (this.endOf(index, image.phase) !== undefined) return [`end ${index}`];
    return image.phase < this.given.phases ? [`arrive ${index}`] : [];
  }

  private endOf(image: number, phase: number) {
    return this.given.ends?.find((end) => end.image === image && end.after === phase);
  }

  private lossSteps(): string[] {
    const { lost } = this.given;
    if (lost === undefined) return [];
    if (!this.isLost) return ['lose'];
    const survivors = this.memories.flatMap((memory, index) =>
      memory.images.every((image) => lost.includes(image)) ? [] : index,
    );
    const have = (what: (memory: Memory) => boolean) => survivors.filter((index) => what(this.memories[index]!));
    const reported = have(({ hasReported }) => hasReported);
    return [
      ...have(({ gone }) => gone.size === 0).map((index) => `forsake ${index}`),
      ...have(({ gone, hasReported }) => gone.size > 0 && !hasReported).map((index) => `report ${index}`),
      ...(reported.length === survivors.length
        ? have(({ hasHeardOfLoss }) => !hasHeardOfLoss).map((index) => `gone ${index}`)
        : []),
    ];
  }

  take(step: string): void {
    const [what, ...words] = step.split(' ') as [string, ...string[]];
    const number = Number(words[0]);
    if (what === 'letter') this.deliver(words.join(' '), Number(words[2]));
    else if (what === 'arrive') this.arrive(number);
    else if (what === 'look') this.look(number);
    else if (what === 'end') this.end(number);
    else if (what === 'lose') this.lose();
    else if (what === 'forsake') this.forsake(number);
    else if (what === 'report') this.report(this.memories[number]!);
    else this.hearOfLoss(this.memories[number]!);
  }

  private deliver(way: string, to: number): void {
    const [told, ...rest] = this.letters.get(way)!;
    this.letters.set(way, rest);
    const memory = this.memories[to]!;
    for (const [image, what] of told!) {
      if (memory.gone.has(image)) continue;
      if (typeof what === 'number') memory.enter(image, what);
      else memory.end(image, what);
    }
  }

  private arrive(index: number): void {
    const image = this.images[index]!;
    image.phase++;
    image.isInside = true;
    image.looked = -1;
    this.memories[this.memoryOf(index)]!.enter(index, image.phase);
    image.spreading.arrive(image.phase);
  }

  private look(index: number): void {
    const image = this.images[index]!;
    const memory = this.memories[this.memoryOf(index)]!;
    image.looked = memory.version;
    const outcome = image.spreading.look();
    if (outcome === undefined) return;
    image.isInside = false;
    this.judge(index, image.phase, outcome, memory);
    if (outcome.status === STOPPED_IMAGE) image.hasEnded = true;
  }

  private judge(index: number, phase: number, outcome: Outcome, memory: Memory): void {
    const known = this.outcomes.get(phase);
    if (this.given.lost?.includes(index)) return; // it may have seen what nobody else will
    if (known === undefined) this.outcomes.set(phase, outcome);
    else if (JSON.stringify(known) !== JSON.stringify(outcome))
      throw new Error(
        `phase ${phase} is ${JSON.stringify(outcome)} for image ${index}, and was ${JSON.stringify(known)}`,
      );
    if (outcome.status === STOPPED_IMAGE) return;
    for (const [image, reached] of memory.phases.entries()) {
      const isShort = reached < phase && memory.ended[image] === undefined;
      if (isShort) throw new Error(`image ${index} leaves phase ${phase}, at which ${image} has not arrived`);
      if (reached >= phase && memory.slots[image]![phase & 1] !== phase)
        throw new Error(`image ${index} lacks words of ${image} in phase ${phase}`);
    }
  }

  private end(index: number): void {
    const image = this.images[index]!;
    const { how } = this.endOf(index, image.phase)!;
    const own = this.memoryOf(index);
    image.hasEnded = true;
    this.memories[own]!.end(index, how);
    image.spreading.end();
    for (const other of this.memories.keys()) if (other !== own) this.send(`${index} all ${other}`, [[index, how]]);
  }

  /** What is under way from it may come or not: it is dropped when the receiver closes its ears. */
  private lose(): void {
    this.isLost = true;
    for (const image of this.given.lost!) this.images[image]!.hasEnded = true;
    for (const way of this.letters.keys()) if (this.isDeaf(way)) this.letters.delete(way);
  }

  /** Letters to a speaker that is lost. */
  private isDeaf(way: string): boolean {
    const [, whom, to] = way.split(' ');
    return whom === 'speaker' && this.given.lost!.includes(this.memories[Number(to)]!.images[0]!);
  }

  private forsake(index: number): void {
    const memory = this.memories[index]!;
    memory.version++;
    for (const image of this.given.lost!) {
      memory.gone.add(image);
      this.letters.delete(`${image} speaker ${index}`);
      this.letters.delete(`${image} all ${index}`);
    }
  }

  private report(memory: Memory): void {
    memory.hasReported = true;
    const own = this.given.forgetsOwn ? [] : memory.images;
    for (const image of new Set([...own, ...this.given.lost!]))
      if (memory.phases[image]! > this.newest[image]![0]!)
        this.newest[image] = [memory.phases[image]!, ...memory.slots[image]!];
  }

  private hearOfLoss(memory: Memory): void {
    memory.version++;
    memory.hasHeardOfLoss = true;
    for (const [image, [phase, ...slots]] of this.newest.entries())
      if (phase! > memory.phases[image]!) {
        memory.phases[image] = phase!;
        memory.slots[image] = slots;
      }
    for (const image of this.given.lost!) memory.ended[image] = 'failed';
  }

  state(): string {
    const images = this.images.map((image, index) => {
      const { spreading, looked, ...rest } = image;
      const { lines, memories, ...inner } = spreading as unknown as Record<string, unknown>;
      return [rest, inner, looked === this.memories[this.memoryOf(index)]!.version];
    });
    const known = this.memories.map(({ version, gone, ...rest }) => [rest, gone.size]);
    const letters = [...this.letters].filter(([, all]) => all.length > 0).sort();
    return JSON.stringify([images, known, letters, this.newest, this.isLost, [...this.outcomes].sort()]);
  }

  check(): void {}

  checkEnd(): void {
    for (const [index, image] of this.images.entries()) {
      if (image.hasEnded) continue;
      if (image.isInside) throw new Error(`image ${index} is stuck in phase ${image.phase}`);
      expect(image.phase).toBe(this.given.phases);
    }
  }
}

const CASES: readonly (readonly [string, Case])[] = [
  ['2 memories', { memories: [[0], [1]], phases: 3 }],
  ['3 memories', { memories: [[0], [1], [2]], phases: 2 }],
  [
    '2 memories of 2',
    {
      memories: [
        [0, 1],
        [2, 3],
      ],
      phases: 2,
    },
  ],
  ['members in another order', { memories: [[2, 0], [1]], phases: 2 }],
  ['4 memories', { memories: [[0], [1], [2], [3]], phases: 1 }],
  ['one fails at once', { memories: [[0], [1], [2]], phases: 1, ends: [{ image: 1, after: 0, how: 'failed' }] }],
  ['one fails', { memories: [[0], [1]], phases: 3, ends: [{ image: 1, after: 1, how: 'failed' }] }],
  ['a speaker fails', { memories: [[0, 1], [2]], phases: 3, ends: [{ image: 0, after: 1, how: 'failed' }] }],
  ['one stops', { memories: [[0], [1]], phases: 3, ends: [{ image: 1, after: 1, how: 'stopped' }] }],
  ['a process of 2 is lost', { memories: [[0], [1]], phases: 3, lost: [1] }],
];

/** With states for half a minute. */
const EXHAUSTING: typeof CASES = [
  ['one of two images in a memory is lost', { memories: [[0], [1, 2]], phases: 2, lost: [2] }],
  ['a speaker is lost that another process maps', { memories: [[0], [1, 2]], phases: 2, lost: [1] }],
];

test.each(isLong ? [...CASES, ...EXHAUSTING] : some(CASES))('spreading: %s', { timeout: 120_000 }, (_name, given) => {
  const { states, ends } = explore(() => new Team(given));
  expect(states).toBeGreaterThan(given.phases);
  expect(ends).toBeGreaterThan(0);
});

/** With too many states. */
const LARGE: readonly (readonly [string, Case])[] = [
  ['5 memories', { memories: [[0], [1], [2], [3], [4]], phases: 3 }],
  ['7 memories', { memories: [[0, 1], [2], [3, 4, 5], [6], [7], [8], [9]], phases: 3 }],
  ['a process of 3 is lost', { memories: [[0], [1], [2]], phases: 3, lost: [1] }],
  ['a process of 4 is lost', { memories: [[0], [1], [2], [3]], phases: 3, lost: [1] }],
  ['a process of 6 is lost', { memories: [[0, 1], [2], [3], [4, 5], [6], [7]], phases: 3, lost: [4, 5] }],
  ['a process of 5 is lost that another maps', { memories: [[0], [1], [2, 3], [4]], phases: 3, lost: [2] }],
  [
    'one fails, one stops, and a process is lost',
    {
      memories: [[0], [1, 2], [3], [4]],
      phases: 4,
      lost: [4],
      ends: [
        { image: 1, after: 1, how: 'failed' },
        { image: 3, after: 2, how: 'stopped' },
      ],
    },
  ],
];

test.each(some(LARGE))('spreading: %s', { timeout: 120_000 }, (_name, given) => {
  wander(() => new Team(given), 500);
});

test('spreading: a loss that takes with it what it should have passed on is found out', () => {
  const given: Case = { memories: [[0], [1], [2], [3]], phases: 1, lost: [1], forgetsOwn: true };
  expect(() => wander(() => new Team(given), 5000)).toThrow(/image \d is stuck in phase \d/);
});
