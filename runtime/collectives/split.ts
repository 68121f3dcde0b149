/**
 * Splitting a team into teams of the members with one colour each, ordered by key.
 */
import { FOR_TRANSFER } from '../core/states.ts';
import { tooManyTeams } from '../extended/errors.ts';
import type { Engine } from './engine.ts';
import type { Team } from './team.ts';
import { type Told, tell } from './told.ts';

/** The initial team has 0. */
const MOST_TEAMS = 2 ** 20;

/** Gives the words of all members. */
export type Gather = (words: readonly number[]) => Told;

/** Waits for all members of `parent`; gives this thread's new team. `name`: the C function, for messages. */
export function split(
  engine: Engine,
  parent: Team,
  colour: number,
  key: number,
  name: string,
  gather: Gather = byEngine(engine, parent, name),
): Team {
  const told = gather([colour, key, proposeTeamNumber(engine, name)]);
  const ranks = inOrder(told, colour);
  const number = agreeOnTeamNumber(engine, told.column(2));
  const members = new Int32Array(ranks.length);
  for (let k = 0; k < ranks.length; k++) members[k] = parent.members[ranks[k]!]!;
  return { number, members, rank: members.indexOf(engine.job.space.MYTHREAD), count: 0 };
}

/** Members of a colour by key, then by rank. Loops, as each of thousands of ranks looks at all. */
function inOrder(told: Told, colour: number): number[] {
  const ranks: number[] = [];
  let isSorted = true;
  for (let rank = 0; rank < told.size; rank++) {
    if (told.at(rank) !== colour) continue;
    if (ranks.length > 0 && told.at(ranks.at(-1)!, 1) > told.at(rank, 1)) isSorted = false;
    ranks.push(rank);
  }
  return isSorted ? ranks : ranks.sort((one, other) => told.at(one, 1) - told.at(other, 1) || one - other);
}

/** A team of the same members in the same order; otherwise the same. */
export function duplicate(engine: Engine, { members, rank }: Team, name: string, gather: Gather): Team {
  const number = agreeOnTeamNumber(engine, gather([proposeTeamNumber(engine, name)]).column());
  return { number, members, rank, count: 0 };
}

/** What this member would number a team; `name`: the C function, for messages. */
export function proposeTeamNumber(engine: Engine, name: string): number {
  if (engine.nextTeam > MOST_TEAMS) engine.job.fail(tooManyTeams(name, MOST_TEAMS));
  return engine.nextTeam;
}

/** Larger than that of any team of any member, so that no member is in two teams with one number: of the first of so many teams. */
export function agreeOnTeamNumber(engine: Engine, numbers: Int32Array, teams = 1): number {
  const number = numbers.reduce((most, each) => Math.max(most, each));
  engine.nextTeam = number + teams;
  return number;
}

function byEngine(engine: Engine, team: Team, name: string): Gather {
  const differs = (_: unknown, thread: number) =>
    engine.job.fail(`${name}: thread ${thread} makes another collective call`);
  return (words) => {
    let told: Told | undefined;
    const operation = engine.start(team, { name, signature: 0 }, differs, function* (part) {
      told = yield* tell(part, words);
    });
    engine.complete(operation, () => FOR_TRANSFER);
    return told!;
  };
}
