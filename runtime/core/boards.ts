/**
 * The board of a team of images: each member's progress through the team's collective operations, read by the others.
 *
 * A board has the same offset in each region. A member's line holds its last phase and, double-buffered by the parity
 * of the phase, its operation and the words it publishes: a member is at most one phase ahead. Lines of members lie at
 * different offsets, to avoid cache set conflicts. Behind them each member has the list of all, and the first region
 * of a memory has copies of the lines of members that are not reached, which letters renew (boardletters.ts). A thread's boards are linked.
 */
import { BOARDS } from '../memory/control.ts';
import { hasCome } from '../memory/counts.ts';
import { isHere, isReached, type Space, wordOf } from '../memory/space.ts';
import { hasFailed } from './standing.ts';
import type { Range, Views } from './views.ts';

/** Collective operations of a team; a slot holds the index. */
export const TEAM_OPERATIONS = [
  ...['', 'sync_all', 'sync_team', 'form_team', 'change_team', 'end_team', 'xmp_comalloc', 'xmp_cofree'],
  ...['co_sum', 'co_min', 'co_max', 'co_reduce', 'co_broadcast'],
] as const;
export type TeamOperation = (typeof TEAM_OPERATIONS)[number];

const LINES = 16;
const LINE = 128;
/** Words of a line: the phase, then two slots. */
export const LINE_WORDS = LINE / 4;
export const PHASE = 0;
const SLOTS = 2;
const SLOT_LENGTH = 14;
/** Words of a slot: the operation, published words, a value of at most VALUE_SIZE bytes; how many of these words say something. */
export const OPERATION = 0;
export const SHOWN = 1;
export const VALUE = 6;
export const VALUE_SIZE = 16;
export const LENGTH = VALUE + VALUE_SIZE / 4;
/** Offset of the thread's next board; and of the list: its length, then threads. */
const NEXT = LINES * LINE;
const LIST = NEXT + 4;

/** Bytes of a board in each region. */
export function boardSize(members: number): number {
  return copiesAt(members) + members * LINE;
}

/** Offset of the copies in the board. */
function copiesAt(members: number): number {
  return align(LIST + 4 + 4 * members);
}

const align = (bytes: number) => (bytes + 7) & -8;

/** Address of the copies in every memory: they are in its first region, whose rank may be no member. */
export function boardCopies(board: number, members: number): number {
  return board + copiesAt(members);
}

/** Zeroes a board in this thread's region, and the copies. */
export function clearBoard({ BASE, U8 }: Space, board: number, members: number): void {
  const start = (BASE + board) >>> 0;
  const copies = boardCopies(board, members);
  U8.fill(0, start, start + copiesAt(members));
  U8.fill(0, copies, copies + members * LINE);
}

/** Offset of the line of a thread. */
const lineAt = (board: number, thread: number) => board + (thread % LINES) * LINE;

/** Index in I32 of the line of a thread in its own region. */
export function boardLine(space: Space, board: number, thread: number): number {
  return wordOf(space, thread, lineAt(board, thread));
}

/** Index in I32 of the line of each member, or of the copy here. */
export function boardLines(space: Space, board: number, members: Int32Array): Int32Array {
  const copies = boardCopies(board, members.length);
  return members.map((thread, index) =>
    isReached(space, thread) ? boardLine(space, board, thread) : (copies + index * LINE) >>> 2,
  );
}

/** Index of the slot of a phase. */
export function slotOf(line: number, phase: number): number {
  return line + SLOTS + (phase & 1) * SLOT_LENGTH;
}

/** Whether the line's thread has reached the phase. */
export function hasReached(space: Space, line: number, phase: number): boolean {
  return hasCome(Atomics.load(space.I32, line + PHASE), phase);
}

/** Index in I32 of `thread`'s copy of the list of members. */
export function memberList(space: Space, board: number, thread: number): number {
  return wordOf(space, thread, board + LIST);
}

/** Enters a board in the list of this thread's, with its members. */
export function enlist(space: Space, board: number, members: Int32Array): void {
  const { I32, MYTHREAD } = space;
  const list = memberList(space, board, MYTHREAD);
  I32[list] = members.length;
  I32.set(members, list + 1);
  const newest = wordOf(space, MYTHREAD, BOARDS);
  I32[wordOf(space, MYTHREAD, board + NEXT)] = I32[newest]!;
  Atomics.store(I32, newest, board);
}

/** What a memory has of the line of a thread; `copy`: address of its copy in others. */
export interface Line {
  readonly copy: number;
  readonly thread: number;
  readonly words: Int32Array;
}

/** The lines of this process's threads, and what this memory has of those of threads [first, end), whose process is lost. */
export function linesHere(space: Space, first: number, end: number): Line[] {
  const isTold = (thread: number) => isHere(space, thread) || (first <= thread && thread < end);
  return boardsHere(space, first, end).flatMap(({ board, members }) => {
    const lines = boardLines(space, board, members);
    const copies = boardCopies(board, members.length);
    return [...members.keys()]
      .filter((index) => isTold(members[index]!))
      .map((index) => ({
        copy: copies + index * LINE,
        thread: members[index]!,
        words: space.I32.slice(lines[index]!, lines[index]! + LINE_WORDS),
      }));
  });
}

/** The boards of the threads of this process, and of those of threads [first, end) that are reached, each once. */
function boardsHere(
  space: Space,
  first: number,
  end: number,
): { readonly board: number; readonly members: Int32Array }[] {
  const { I32, ORIGIN, REGIONS } = space;
  const boards = new Map<number, Int32Array>();
  for (let thread = ORIGIN; thread < ORIGIN + REGIONS; thread++) {
    if (!isHere(space, thread) && (thread < first || thread >= end)) continue;
    for (let board = Atomics.load(I32, wordOf(space, thread, BOARDS)); board !== 0; ) {
      const list = memberList(space, board, thread);
      boards.set(board, I32.slice(list + 1, list + 1 + I32[list]!));
      board = I32[wordOf(space, thread, board + NEXT)]!;
    }
  }
  return [...boards].map(([board, members]) => ({ board, members }));
}

// ---------------------------------------------------------------- seen by who looks for deadlocks

/** What tells of the members of a team: the list that `thread` has, and the line of each thread of the job. */
export function boardRanges(threads: number, board: number, thread: number): Range[] {
  const lines = Array.from({ length: threads }, (_, rank) => lineRange(board, rank));
  return [listRange(threads, board, thread), ...lines];
}

/** The members of a team that have not reached a phase, and have not failed; `thread` is one. Words may be of different times: then it is none. */
export function missingMembers(views: Views, board: number, thread: number, phase: number): number[] {
  const list = views.words(listRange(views.threads, board, thread));
  return Array.from(list.subarray(1, 1 + list[0]!)).filter(
    (member) =>
      member >>> 0 < views.threads &&
      !hasCome(views.words(lineRange(board, member))[PHASE]!, phase) &&
      !hasFailed(views.at(member), member),
  );
}

/** Name of the operation in which `thread` waits. */
export function operationAt(views: Views, board: number, thread: number): TeamOperation {
  const line = views.words(lineRange(board, thread));
  return TEAM_OPERATIONS[line[slotOf(0, line[PHASE]!) + OPERATION]!]!;
}

const listRange = (threads: number, board: number, thread: number): Range => ({
  rank: thread,
  offset: board + LIST,
  size: 4 + 4 * threads,
});
const lineRange = (board: number, thread: number): Range => ({
  rank: thread,
  offset: lineAt(board, thread),
  size: LINE,
});
