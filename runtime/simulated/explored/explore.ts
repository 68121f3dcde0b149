/**
 * --explore: runs the program once for each schedule that is not equivalent to another one, and tells what came out. --schedule with a list of choices: runs it by that.
 *
 * Takes how ranks are made, and the job's memory. Gives the exit status. One idea: all ranks are in one thread, so a run is begun anew by putting memory back
 * and making them again; what a run writes is kept from the outside.
 */
import { PLACE, type ProgramImage } from '../../abi.ts';
import { FAILED } from '../../core/job.ts';
import { ENDED } from '../../core/states.ts';
import { type Choices, textOf } from '../../launch/choices.ts';
import { writeAll, writePending } from '../../launch/output.ts';
import { CLEARED, statusLine } from '../../launch/status-line.ts';
import type { ThreadData } from '../../launch/thread.ts';
import { JOB_END, JOB_STATUS, OVER, STATE, STATUS } from '../../memory/control.ts';
import { overwrittenGuards } from '../../memory/guards.ts';
import { addressOf, processWord, rankOf, type Space, wordOf } from '../../memory/space.ts';
import type { Coroutine } from '../coroutines.ts';
import { outside, platform } from '../platform.ts';
import { renewScheduler, scheduler } from '../scheduler.ts';
import { exploring } from './exploring.ts';
import { counted, Outcomes } from './report.ts';
import { MOST_STEPS, Run, type RunEnd } from './run.ts';
import { Given, type Guide, Tree, Unsteady } from './tree.ts';
import { Underway } from './underway.ts';

/** Milliseconds between two lines about progress. */
const OFTEN = 500;

const CUT_OFF = `pgasc: cut off after ${MOST_STEPS} operations\n`;
const IN_VAIN = 'pgasc: livelock: each thread looks again and again at what no other one will change\n';

export interface Explored {
  readonly space: Space;
  readonly data: ThreadData;
  readonly program: ProgramImage;
  readonly makeRanks: () => readonly Coroutine[];
}

/** Runs by the list of choices. The job ends as it says. */
export function replay(job: Explored, { choices, reorders }: Omit<Choices, 'threads'>): void {
  const { space } = job;
  const end = runOnce(job, new Given(choices), reorders).end;
  if (end === 'over') return;
  writeAll(2, new TextEncoder().encode(end === 'long' ? CUT_OFF : IN_VAIN));
  endJob(space, FAILED);
}

/** Walks up to so many schedules, and tells. */
export function explore(job: Explored, most: number, reorders: boolean): void {
  const { space, program } = job;
  const memory = new Memory(job);
  const tree = new Tree();
  const outcomes = new Outcomes();
  const progress = new Progress(outcomes);
  const seen = { schedules: 0, long: 0 };
  let isMore = true;
  while (isMore && seen.schedules + seen.long < most) {
    memory.putBack();
    const { end, run, text } = kept(space, () => runOnce(job, tree, reorders));
    if (end === 'long') seen.long++;
    else if (end !== 'known') {
      seen.schedules++;
      const schedule = textOf({ threads: space.THREADS, reorders, choices: tree.choices });
      outcomes.add({ ...text, status: statusOf(job, end), schedule, steps: run.steps });
    }
    isMore = tree.next();
    progress.show(seen.schedules);
  }
  progress.clear();
  memory.putBack();
  writeAll(1, new TextEncoder().encode(headOf(seen, isMore, outcomes) + outcomes.text(program.places ?? [])));
  endJob(space, outcomes.status);
}

function headOf({ schedules, long }: { schedules: number; long: number }, isMore: boolean, outcomes: Outcomes): string {
  const all = isMore ? 'there are more' : long > 0 ? 'all but those cut off' : 'all there are';
  const cut = long > 0 ? `; ${counted(long, 'schedule')} cut off after ${MOST_STEPS} operations` : '';
  const differ = outcomes.size > 1 ? `${outcomes.size} different outcomes` : counted(outcomes.size, 'outcome');
  return `${counted(schedules, 'schedule')} explored, ${all}${cut}; ${differ}\n`;
}

// ---------------------------------------------------------------- one run

function runOnce(job: Explored, guide: Guide, reorders: boolean): { readonly end: RunEnd; readonly run: Run } {
  const { space, makeRanks } = job;
  if (guide instanceof Tree) guide.begin();
  renewScheduler();
  const isOver = () => Atomics.load(space.I32, processWord(space, JOB_END)) !== 0;
  const ownerOf = (address: number) => rankOf(space, address);
  const run = new Run(guide, space.THREADS, new Underway(reorders, space.THREADS, space.U8, ownerOf), isOver);
  exploring.run = run;
  scheduler.goesOn = (rank) => run.goesOn(rank);
  exploring.placeOf = (rank) => space.I32[(addressOf(space, rank, PLACE) >>> 0) >>> 2]!;
  scheduler.start(space, makeRanks());
  return { end: run.toEnd(), run };
}

/** The status with which the job would end. */
function statusOf({ space, data }: Explored, end: RunEnd): number {
  const { I32 } = space;
  if (end === 'vain') return FAILED;
  const ranks = [...Array(space.THREADS).keys()];
  const isOver = Atomics.load(I32, processWord(space, JOB_END)) !== 0;
  const own = ranks.map((rank) => I32[wordOf(space, rank, STATUS)]!).find((status) => status !== 0) ?? 0;
  const status = isOver ? I32[processWord(space, JOB_STATUS)]! : own;
  const damage = ranks.flatMap((rank) => overwrittenGuards(space, data.layout, rank));
  return damage.length > 0 && status === 0 ? FAILED : status & 255;
}

function endJob(space: Space, status: number): void {
  const { I32, THREADS } = space;
  if (status === 0)
    for (let rank = 0; rank < THREADS; rank++) {
      Atomics.store(I32, wordOf(space, rank, STATUS), 0);
      Atomics.store(I32, wordOf(space, rank, STATE), ENDED);
    }
  else {
    Atomics.store(I32, processWord(space, JOB_STATUS), status);
    Atomics.store(I32, processWord(space, JOB_END), OVER);
  }
  platform.threads.tell(0);
}

// ---------------------------------------------------------------- what surrounds a run

/** What a run has written, in the place of writing it. */
function kept<T extends { readonly end: RunEnd }>(space: Space, run: () => T): T & { readonly text: Texts } {
  const written = { 1: [] as Uint8Array[], 2: [] as Uint8Array[] };
  outside.keep = (descriptor, bytes) => written[descriptor as 1 | 2]?.push(bytes.slice());
  try {
    const made = run();
    for (let rank = 0; rank < space.THREADS; rank++) writePending(space, rank);
    if (made.end === 'vain') written[2].push(new TextEncoder().encode(IN_VAIN));
    return { ...made, text: { output: textIn(written[1]), messages: textIn(written[2]) } };
  } catch (error) {
    if (!(error instanceof Unsteady)) throw error;
    throw new Error('the program does other things in the same order: it reads input, a file or a device that changes');
  } finally {
    outside.keep = undefined;
  }
}

interface Texts {
  readonly output: string;
  readonly messages: string;
}

const textIn = (parts: readonly Uint8Array[]) => parts.map((part) => new TextDecoder().decode(part)).join('');

/** The memory as it was before the first run. */
class Memory {
  private readonly parts: readonly { readonly start: number; readonly bytes: Uint8Array }[];

  constructor(private readonly job: Explored) {
    const { space, data } = job;
    const { heapEnd, shift } = data.layout;
    // The shadow and what is behind the heap are the last eighth.
    const last = 2 ** shift / 8;
    const ranges = [...Array(space.THREADS).keys()].flatMap((rank) => {
      const base = addressOf(space, rank, 0) >>> 0;
      return [
        [base, base + heapEnd],
        [base + 2 ** shift - last, base + 2 ** shift - last + Math.ceil(heapEnd / 8)],
      ] as const;
    });
    this.parts = ranges.map(([start, end]) => ({ start, bytes: space.U8.slice(start, end) }));
  }

  putBack(): void {
    for (const { start, bytes } of this.parts) this.job.space.U8.set(bytes, start);
  }
}

/** Where standard error is a terminal: how far it is. */
class Progress {
  private readonly begun = performance.now();
  private told = this.begun;
  private readonly isShown = platform.files.isTerminal(2);
  private isOpen = false;

  constructor(private readonly outcomes: Outcomes) {}

  show(schedules: number): void {
    const now = performance.now();
    if (!this.isShown || now - this.told < OFTEN) return;
    this.told = now;
    this.isOpen = true;
    this.write(statusLine(`${counted(schedules, 'schedule')}, ${counted(this.outcomes.size, 'outcome')}`));
  }

  clear(): void {
    if (this.isOpen) this.write(CLEARED);
  }

  private write(text: string): void {
    writeAll(2, new TextEncoder().encode(text));
  }
}
