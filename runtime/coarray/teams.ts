/**
 * Teams of images: form_team, change_team, end_team, get_team, team_number (Fortran 2018, 11.1.5 and 11.6.9).
 *
 * Every image of the current team publishes its team number and the index it wants; from these each computes the same
 * partition. The first image of each new team allocates its board; all clear their parts, and have the board, before any publishes a
 * line there.
 */
import type { NativeFunction } from '../abi.ts';
import { boardSize, clearBoard } from '../core/boards.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { offsetOf } from '../memory/space.ts';
import type { Allocations } from './allocation.ts';
import { badArgument, noTeamToEnd, notAChild } from './errors.ts';
import { conclude, STOPPED_IMAGE } from './status.ts';
import type { Team, Teams } from './team.ts';

/** Levels of get_team. */
const CURRENT_TEAM = 0;
const PARENT_TEAM = 1;
const INITIAL_TEAM = 2;
/** No wanted index. */
const ANY_INDEX = -1;

/** Arguments of an image in form_team. */
interface Wish {
  readonly thread: number;
  readonly number: number;
  readonly index: number;
}

function byNumber(wishes: readonly Wish[]): Map<number, Wish[]> {
  const teams = new Map<number, Wish[]>();
  for (const wish of wishes) {
    const team = teams.get(wish.number);
    if (team === undefined) teams.set(wish.number, [wish]);
    else team.push(wish);
  }
  return teams;
}

export function teamFunctions(
  environment: RuntimeEnvironment,
  teams: Teams,
  allocations: Allocations,
): Record<string, NativeFunction> {
  const { runtime } = environment;

  function formTeam(number: number, address: number, newIndex: number, stat: number): void {
    const parent = teams.current;
    if (number <= 0) runtime.job.fail(badArgument('form_team', 'the number', `${number}`, 'it must be positive'));
    if (address === 0) runtime.job.fail(badArgument('form_team', 'the team', 'a null pointer', 'it gets the new team'));
    parent.board.show(number, newIndex);
    const outcome = parent.board.sync('form_team');
    if (outcome.status !== STOPPED_IMAGE) {
      const wishes = readWishes(parent);
      const key = wishes.map((wish) => `${wish.thread}:${wish.number}:${wish.index}`).join();
      teams.store(address, parent.children.get(key) ?? makeTeam(parent, number, wishes, key));
    }
    conclude(environment, 'form_team', stat, outcome);
  }

  /** Of the images that have not failed. */
  function readWishes({ board, members }: Team): Wish[] {
    return [...members.keys()]
      .filter((image) => board.took(image))
      .map((image) => ({ thread: members[image]!, number: board.shown(image, 0), index: board.shown(image, 1) }));
  }

  function makeTeam(parent: Team, number: number, wishes: readonly Wish[], key: string): Team {
    const siblings = new Map([...byNumber(wishes)].map(([each, those]) => [each, place(those)]));
    const members = siblings.get(number)!;
    const isFirst = members[0] === environment.MYTHREAD;
    parent.board.show(isFirst ? allocateBoard(boardSize(members.length)) : 0);
    parent.board.sync('form_team');
    const board = parent.board.shown(parent.members.indexOf(members[0]!), 0);
    clearBoard(environment, board, members.length);
    const team = teams.make(number, board, members, siblings, parent);
    parent.board.sync('form_team');
    parent.children.set(key, team);
    return team;
  }

  /** Offset of a new board. */
  function allocateBoard(bytes: number): number {
    return offsetOf(environment, runtime.sharedHeap.allocateSymmetric('form_team', bytes));
  }

  /** The threads of a new team by index: those with wanted indexes first, then the others in order. */
  function place(wishes: readonly Wish[]): Int32Array {
    const members = new Int32Array(wishes.length).fill(-1);
    for (const { thread, index } of wishes.filter((wish) => wish.index !== ANY_INDEX)) {
      if (index >>> 0 >= members.length) failIndex(index, `the new team has indexes 0 .. ${members.length - 1}`);
      if (members[index] !== -1) failIndex(index, 'another image of the new team has asked for it as well');
      members[index] = thread;
    }
    let next = 0;
    for (const { thread } of wishes.filter((wish) => wish.index === ANY_INDEX)) {
      next = members.indexOf(-1, next);
      members[next] = thread;
    }
    return members;
  }

  function failIndex(index: number, why: string): never {
    return runtime.job.fail(badArgument('form_team', 'the new index', `${index}`, why));
  }

  function changeTeam(address: number, stat: number): void {
    const team = teams.at('change_team', address);
    if (team.parent !== teams.current) runtime.job.fail(notAChild('change_team', team.number, teams.current.number));
    teams.current = team;
    conclude(environment, 'change_team', stat, team.board.sync('change_team'));
  }

  /** The team's allocations are freed when all its images have arrived. */
  function endTeam(stat: number): void {
    const team = teams.current;
    if (team.parent === undefined) runtime.job.fail(noTeamToEnd());
    const outcome = team.board.sync('end_team');
    if (outcome.status !== STOPPED_IMAGE) allocations.freeAll(team);
    teams.current = team.parent!;
    conclude(environment, 'end_team', stat, outcome);
  }

  /** The initial team is its own parent. */
  function getTeam(result: number, level: number): void {
    let team = teams.current;
    if (level < CURRENT_TEAM || level > INITIAL_TEAM)
      runtime.job.fail(
        badArgument('get_team', 'the level', `${level}`, 'it is CURRENT_TEAM, PARENT_TEAM or INITIAL_TEAM'),
      );
    if (level === PARENT_TEAM) team = team.parent ?? team;
    while (level === INITIAL_TEAM && team.parent !== undefined) team = team.parent;
    teams.store(result, team);
  }

  return {
    __coarray_form_team: formTeam,
    __coarray_change_team: changeTeam,
    __coarray_end_team: endTeam,
    __coarray_get_team: getTeam,
    __coarray_team_number: () => teams.current.number,
    __coarray_team_number_of: (team: number) => teams.at('team_number', team).number,
  };
}
