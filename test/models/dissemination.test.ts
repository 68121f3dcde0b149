/**
 * The dissemination barrier in all orders: letters come in any order, ranks go on when they like.
 *
 * Nobody may leave a phase that another has not begun; all must agree on what was given; a letter that nobody has read yet
 * may not be written over; and no run may get stuck.
 */
import { expect, test } from 'vitest';
import { type Agreement, ANONYMOUS, join, MISMATCH, NAMED } from '../../runtime/extended/barrier/agreement.ts';
import { Dissemination, type Letters } from '../../runtime/extended/barrier/dissemination.ts';
import { explore, type World } from './explore.ts';

interface Letter {
  readonly to: number;
  readonly step: number;
  readonly phase: number;
  readonly agreement: Agreement;
  readonly value: number;
}

type Gift = readonly [agreement: Agreement, value: number];
/** Contribution of each rank, for each phase. */
type Given = readonly (readonly Gift[])[];

const boxOf = (step: number, phase: number) => 2 * step + (phase & 1);

class Rank {
  readonly barrier: Dissemination;
  readonly mailboxes: (Letter | undefined)[] = [];
  isInside = false;

  constructor(index: number, ranks: number, underWay: Letter[]) {
    const letterOf = (step: number, phase: number) => this.mailboxes[boxOf(step, phase)]!;
    const letters: Letters = {
      send: (to, step, phase, agreement, value) => void underWay.push({ to, step, phase, agreement, value }),
      hasCome: (step, phase) => this.mailboxes[boxOf(step, phase)]?.phase === phase,
      agreement: (step, phase) => letterOf(step, phase).agreement,
      value: (step, phase) => letterOf(step, phase).value,
    };
    this.barrier = new Dissemination(index, ranks, letters);
  }

  receive(letter: Letter): void {
    const box = boxOf(letter.step, letter.phase);
    const old = this.mailboxes[box];
    const { phase, step } = this.barrier;
    const isRead = old === undefined || old.phase < phase || (old.phase === phase && step > old.step);
    if (!isRead) throw new Error(`the letter of step ${old.step} of phase ${old.phase} is written over`);
    this.mailboxes[box] = letter;
  }
}

class Barriers implements World {
  private readonly underWay: Letter[] = [];
  private readonly ranks: Rank[];

  constructor(
    private readonly given: Given,
    /** Whether a rank that has come leaves without waiting, to see that it is found out. */
    private readonly hasty: boolean,
  ) {
    const { length } = given[0]!;
    this.ranks = Array.from({ length }, (_, index) => new Rank(index, length, this.underWay));
  }

  steps(): string[] {
    const letters = this.underWay.map((letter) => `letter ${JSON.stringify(letter)}`);
    const moves = this.ranks.flatMap(({ isInside, barrier }, index) =>
      isInside ? [`advance ${index}`] : barrier.phase < this.given.length ? [`arrive ${index}`] : [],
    );
    // A rank that cannot go on does nothing.
    return [...letters, ...moves.filter((move) => !move.startsWith('advance') || this.canAdvance(move))];
  }

  private canAdvance(move: string): boolean {
    const { barrier, mailboxes } = this.ranks[Number(move.split(' ')[1])]!;
    return (
      this.hasty || mailboxes[boxOf(barrier.step, barrier.phase)]?.phase === barrier.phase || this.ranks.length === 1
    );
  }

  take(step: string): void {
    const [what, which] = step.split(' ') as [string, string];
    if (what === 'letter') this.deliver(which);
    else if (what === 'arrive') this.arrive(this.ranks[Number(which)]!, Number(which));
    else this.advance(this.ranks[Number(which)]!, Number(which));
  }

  private deliver(text: string): void {
    const at = this.underWay.findIndex((letter) => JSON.stringify(letter) === text);
    const [letter] = this.underWay.splice(at, 1);
    this.ranks[letter!.to]!.receive(letter!);
  }

  private arrive(rank: Rank, index: number): void {
    rank.barrier.begin(...this.given[rank.barrier.phase]![index]!);
    rank.isInside = true;
  }

  private advance(rank: Rank, index: number): void {
    if (!rank.barrier.advance() && !this.hasty) return;
    rank.isInside = false;
    this.judge(rank.barrier, index);
  }

  private judge({ phase, agreement, value }: Dissemination, index: number): void {
    const late = this.ranks.findIndex(({ barrier }) => barrier.phase < phase);
    if (late >= 0) throw new Error(`rank ${index} leaves phase ${phase}, which rank ${late} has not begun`);
    const [wanted, wantedValue] = this.given[phase - 1]!.reduce(([one, first], [other, second]) => [
      join(one, first, other, second),
      other === NAMED ? second : first,
    ]);
    expect(agreement).toBe(wanted);
    if (agreement === NAMED) expect(value).toBe(wantedValue);
  }

  state(): string {
    const ranks = this.ranks.map(({ barrier, mailboxes, isInside }) => {
      const { phase, step, agreement, value } = barrier;
      return [phase, step, agreement, value, isInside, mailboxes];
    });
    return JSON.stringify([ranks, this.underWay.map((letter) => JSON.stringify(letter)).sort()]);
  }

  check(): void {}

  checkEnd(): void {
    for (const { barrier, isInside } of this.ranks) {
      expect(isInside).toBe(false);
      expect(barrier.phase).toBe(this.given.length);
    }
  }
}

const nothing = (ranks: number): Gift[] => Array.from({ length: ranks }, () => [ANONYMOUS, 0]);
const CASES: readonly (readonly [string, Given])[] = [
  ['1 rank, 3 phases', [nothing(1), nothing(1), nothing(1)]],
  ['2 ranks, 4 phases', [nothing(2), nothing(2), nothing(2), nothing(2)]],
  ['3 ranks, 2 phases', [nothing(3), nothing(3)]],
  [
    '2 ranks, a value and another',
    [
      [
        [NAMED, 5],
        [NAMED, 6],
      ],
      [
        [NAMED, 7],
        [ANONYMOUS, 0],
      ],
      nothing(2),
    ],
  ],
  [
    '3 ranks, one value and no other',
    [
      [
        [ANONYMOUS, 0],
        [NAMED, 5],
        [ANONYMOUS, 0],
      ],
    ],
  ],
  [
    '3 ranks, two values',
    [
      [
        [NAMED, 5],
        [ANONYMOUS, 0],
        [NAMED, 6],
      ],
      nothing(3),
    ],
  ],
  [
    '3 ranks, a mismatch that is given',
    [
      [
        [MISMATCH, 0],
        [NAMED, 6],
        [ANONYMOUS, 0],
      ],
    ],
  ],
  [
    '4 ranks, two values',
    [
      [
        [NAMED, 5],
        [NAMED, 5],
        [NAMED, 5],
        [NAMED, 6],
      ],
    ],
  ],
];

test.each(CASES)('dissemination: %s', (_name, given) => {
  const { states, ends } = explore(() => new Barriers(given, false));
  expect(states).toBeGreaterThan(given.length);
  expect(ends).toBeGreaterThan(0);
});

test('dissemination: a barrier that does not wait is found out', () => {
  expect(() => explore(() => new Barriers([nothing(2)], true))).toThrow(/leaves phase 1, which rank \d has not begun/);
});
