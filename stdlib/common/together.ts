/**
 * A library's collective functions on teams of the engine: all members give the same words, and one that has ended is waited for no longer.
 *
 * Takes the library's messages about both mistakes.
 */
import { barrier } from '../../runtime/collectives/algorithms.ts';
import type { Operation, Part, Steps } from '../../runtime/collectives/engine.ts';
import { duplicate, split } from '../../runtime/collectives/split.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import { type Told, tell } from '../../runtime/collectives/told.ts';
import type { FabricOperation } from '../../runtime/conduits/conduit.ts';
import { endsKnown, hasEnded, othersHaveEnded } from '../../runtime/core/standing.ts';
import { FOR_VALUE, type Wait } from '../../runtime/core/states.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { platform } from '../../runtime/platform/linked.ts';
import { Stall } from './stall.ts';

/** Bits of a signature that tell the call; those below tell its arguments. */
const CALL = -1 << 18;
const ARGUMENTS_SHIFT = 14;

/** Milliseconds until what an ended rank has sent is here. */
const PATIENCE = 2000;

/** What a member of a team of so many gives in place of these words, if that can be found out: whether its bits are those of some words can be asked. */
export type Explain = (
  own: readonly number[],
  size: number,
  isOthers: (words: readonly number[]) => boolean,
) => string | undefined;

export interface Mistakes {
  /** Another rank differs, -1 if it is not known which: `what` it does, "makes another collective call" or "gives " and `other`. */
  otherCollective(name: string, rank: number, what: string): string;
  /** What members may not give: "other arguments". */
  readonly other: string;
  /** Another rank has ended without the call; -1: all others have. */
  partnerEnded(name: string, rank: number): string;
}

/** Operations of few bytes of all ranks, where a library has a shorter way for them than the engine's letters. */
export interface Lines {
  isFor(team: Team, bytes: number): boolean;
  /** The words of each rank. */
  gather(name: string, team: Team, words: readonly number[]): Told;
  /** The engine begins operation `count` of a team. */
  passed(team: Team, count: number, signature: number): void;
}

export class Together {
  /** Set by the library that knows what its words are. */
  explain: Explain = () => undefined;
  lines: Lines | undefined;

  constructor(
    private readonly environment: RuntimeEnvironment,
    private readonly mistakes: Mistakes,
    /** Names of the library's calls, as far as they are known. */
    private readonly calls: () => readonly string[] = () => [],
  ) {}

  /** Runs the steps on all members of the team, who give the same `common` words; or the operation of the fabric that does the same, if it has it. */
  perform(
    name: string,
    team: Team,
    common: readonly number[],
    steps: (part: Part) => Steps,
    operation?: FabricOperation,
  ): void {
    const { engine, barrier, job, fabricCollectives } = this.environment.runtime;
    if (operation !== undefined && fabricCollectives !== undefined) {
      barrier.beginCollective(name);
      const what = `makes another collective call, or gives ${this.mistakes.other}`;
      const differs = (member: number) => job.fail(this.mistakes.otherCollective(name, team.members[member]!, what));
      this.waitForFabric(name, team, fabricCollectives.start(team, operation, differs));
      return;
    }
    engine.complete(this.entered(name, team, common, steps, 'begin'), (whom) => forLetterIn(name, whom));
  }

  /** Begins the steps, which go on whenever this rank polls. */
  begin(name: string, team: Team, common: readonly number[], steps: (part: Part) => Steps): Operation {
    return this.entered(name, team, common, steps, 'start');
  }

  private entered(
    name: string,
    team: Team,
    common: readonly number[],
    steps: (part: Part) => Steps,
    how: 'begin' | 'start',
  ): Operation {
    const { engine, barrier, job } = this.environment.runtime;
    const signature = signatureOf(name, common);
    const differs = (_: unknown, rank: number, other: number) =>
      job.fail(this.differs(name, common, team, rank, other));
    barrier.beginCollective(name);
    this.lines?.passed(team, team.count + 1, signature);
    return engine[how](team, { name, signature }, differs, (part) => this.watched(name, steps(part)));
  }

  /** That a member has another signature. */
  differs(name: string, common: readonly number[], team: Team, rank: number, other: number): string {
    return this.mistakes.otherCollective(name, rank, this.difference(name, common, team, other));
  }

  /** What a member does that has another signature. */
  private difference(name: string, common: readonly number[], { members }: Team, other: number): string {
    const isOthers = (words: readonly number[]) => signatureOf(name, words) === other;
    if (((hashOf(name) ^ other) & CALL) === 0)
      return `gives ${this.explain(common, members.length, isOthers) ?? this.mistakes.other}`;
    const call = this.calls().find((name) => ((hashOf(name) ^ other) & CALL) === 0);
    return call === undefined ? 'makes another collective call' : `calls ${call}`;
  }

  private waitForFabric(name: string, team: Team, isDone: () => boolean): void {
    const { job } = this.environment.runtime;
    const holds = this.unlessStalled(this.unlessOneEnded(name, team, isDone));
    job.block(forLetterIn(name, -1), () => {
      job.poll();
      return holds();
    });
  }

  /** A barrier of all ranks of the job, who must be in the same call. */
  agree(name: string, world: Team): void {
    const { barrier, job } = this.environment.runtime;
    barrier.agree(name, signatureOf(name, []), (rank, other) =>
      job.fail(
        rank === undefined
          ? this.mistakes.otherCollective(name, -1, 'makes another collective call')
          : this.differs(name, [], world, rank, other!),
      ),
    );
  }

  /** All members have entered. */
  meet(name: string, team: Team): void {
    if (this.lines?.isFor(team, 0)) this.lines.gather(name, team, []);
    else this.perform(name, team, [], barrier);
  }

  /** The words of each member, by its rank in the team. */
  gather(name: string, team: Team, words: readonly number[]): Told {
    if (this.lines?.isFor(team, 4 * words.length)) return this.lines.gather(name, team, words);
    let told: Told | undefined;
    this.perform(name, team, [words.length], function* (part) {
      told = yield* tell(part, words);
    });
    return told!;
  }

  /** Of each member as many words as it has. */
  gatherLists(name: string, team: Team, words: readonly number[]): readonly (readonly number[])[] {
    const lengths = this.gather(name, team, [words.length]).column();
    const most = lengths.reduce((most, each) => Math.max(most, each));
    if (most === 0) return Array(lengths.length).fill([]);
    const padded = Array.from({ length: most }, (_, i) => words[i] ?? 0);
    const told = this.gather(name, team, padded);
    return told.rows().map((row, rank) => Array.from(row.subarray(0, lengths[rank]!)));
  }

  /** This rank's new team: of the members with its colour, in the order of their keys. */
  split(name: string, parent: Team, colour: number, key: number): Team {
    return split(this.environment.runtime.engine, parent, colour, key, name, (words) =>
      this.gather(name, parent, words),
    );
  }

  /** A new team of the same members. */
  duplicate(name: string, team: Team): Team {
    return duplicate(this.environment.runtime.engine, team, name, (words) => this.gather(name, team, words));
  }

  /** The same steps; they end the job when they can never go on. */
  private *watched(name: string, steps: Steps): Steps {
    for (const { whom, holds } of steps) {
      yield { whom, holds: this.unlessStalled(whom < 0 ? holds : this.unlessEnded(name, whom, holds)) };
    }
  }

  /** The same condition, which ends the job when all ranks wait and none goes on. */
  unlessStalled(holds: () => boolean): () => boolean {
    const stall = new Stall(this.environment);
    return () => {
      if (holds()) return true;
      stall.look();
      return false;
    };
  }

  /** A condition that waits for all members of a team. */
  private unlessOneEnded(name: string, { members }: Team, holds: () => boolean): () => boolean {
    const { environment } = this;
    return this.unlessGone(name, holds, () =>
      endsKnown(environment) === 0 ? undefined : endedOf(environment, members),
    );
  }

  /** A condition that waits for a rank, or for any: -1. */
  unlessEnded(name: string, rank: number, holds: () => boolean): () => boolean {
    const { environment } = this;
    return this.unlessGone(name, holds, () =>
      (rank < 0 ? othersHaveEnded(environment) : hasEnded(environment, rank)) ? rank : undefined,
    );
  }

  /** `gone`: the rank without which the condition cannot come to hold, if it has ended. Who has ended long ago sends nothing any more. */
  private unlessGone(name: string, holds: () => boolean, gone: () => number | undefined): () => boolean {
    const since = new Gone();
    return () => {
      if (holds()) return true;
      const rank = gone();
      if (rank !== undefined && since.isLongAgo())
        this.environment.runtime.job.fail(this.mistakes.partnerEnded(name, rank));
      return false;
    };
  }
}

/** The first other member that has ended. */
function endedOf(environment: RuntimeEnvironment, members: Team['members']): number | undefined {
  for (let i = 0; i < members.length; i++) {
    const member = members[i]!;
    if (member !== environment.MYTHREAD && hasEnded(environment, member)) return member;
  }
  return undefined;
}

/** Since when it is known that somebody has ended. */
class Gone {
  private since = 0;

  isLongAgo(): boolean {
    const now = platform.clock.milliseconds();
    this.since ||= now;
    return now - this.since > PATIENCE;
  }
}

/** A wait for what a rank sends; -1: any. */
export const forLetter = (whom: number): Wait => ({ kind: FOR_VALUE, on: 0, whom });

const forLetterIn = (name: string, whom: number): Wait => ({ kind: FOR_VALUE, on: 0, whom, told: () => `in ${name}` });

export function signatureOf(name: string, common: readonly number[]): number {
  const given = common.reduce((hash, value) => Math.imul(hash ^ value ^ (hash >>> 15), 0x9e3779b1), hashOf(name));
  return (hashOf(name) & CALL) | (given >>> ARGUMENTS_SHIFT);
}

export function hashOf(name: string): number {
  let hash = 1;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x9e3779b1);
  return hash;
}
