/**
 * The loss of processes that a job outlives: what is told to the others, so that all of them see the same.
 *
 * What a process told last may have reached some of the others and not all: one would then see it arrive at a phase of a
 * team, another one miss it. What it should have passed on is missing too (coarray/spreading.ts). So the others close their ears to it first,
 * and each tells its own lines, and those that it has of the lost process; then all get the newest of each, and enter that its threads have
 * failed. Who is lost itself meanwhile is not waited for.
 */
import { type Line, PHASE } from '../core/boards.ts';
import type { Member } from './orders.ts';

/** The ranks [first, end) of a process that is lost. */
interface Round {
  readonly first: number;
  readonly end: number;
  /** Who has not told its lines. */
  readonly awaited: Set<Member>;
  /** The newest of each, by the place of its copies. */
  readonly lines: Map<number, Line>;
}

export class Losses {
  private readonly rounds: Round[] = [];
  private readonly lost = new Set<Member>();

  constructor(
    private readonly members: readonly Member[],
    /** All others know that these threads have failed. */
    private readonly known: (first: number, end: number) => void,
  ) {}

  /** The member with the ranks [first, end) is lost. */
  begin(member: Member, first: number, end: number): void {
    this.lost.add(member);
    for (const round of this.rounds) round.awaited.delete(member);
    const others = this.members.filter((other) => !this.lost.has(other));
    this.rounds.push({ first, end, awaited: new Set(others), lines: new Map() });
    for (const other of others) other.orders.forsake(first, end);
    this.finishRounds();
  }

  /** What a member has, asked because of the process whose first rank this is. */
  take(member: Member, first: number, lines: readonly Line[]): void {
    const round = this.rounds.find((each) => each.first === first);
    if (round === undefined) return;
    for (const line of lines) if (isNewer(line, round.lines.get(line.copy))) round.lines.set(line.copy, line);
    round.awaited.delete(member);
    this.finishRounds();
  }

  private finishRounds(): void {
    for (const round of this.rounds.filter(({ awaited }) => awaited.size === 0)) {
      this.rounds.splice(this.rounds.indexOf(round), 1);
      const { first, end, lines } = round;
      for (const other of this.members) if (!this.lost.has(other)) other.orders.gone(first, end, [...lines.values()]);
      this.known(first, end);
    }
  }
}

function isNewer({ words }: Line, than: Line | undefined): boolean {
  return than === undefined || ((words[PHASE]! - than.words[PHASE]!) | 0) > 0;
}
