/** Runs a program with -trace and reads what it has recorded. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Circumstances, compiled, inFolder, node, type Outcome } from '../support/pgasc.ts';
import { dealt } from '../support/share.ts';

/** A row of the report's tables by source line. */
export interface Row {
  readonly source: string;
  readonly operation: string;
  readonly type: string;
  readonly figures: readonly string[];
  readonly calls: number;
}

/** Runs the compiled program. */
export type Run = (words: readonly string[], more?: Circumstances) => Promise<Outcome>;

/** Both back ends; a call that is replaced by the function's body is told as the caller's, so none is. */
const BACK_ENDS = [[], ['-target=wasm', '-fno-inline']];

/** Compiles `text` with these flags for each back end, and hands `use` a function that runs it in the same folder. */
export async function traced(
  text: string,
  use: (run: Run, folder: string) => Promise<void>,
  flags: readonly string[] = ['-trace'],
): Promise<void> {
  for (const backEnd of dealt(text, BACK_ENDS))
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'prog.upc'), text);
      const program = await compiled(folder, [...flags, ...backEnd, join(folder, 'prog.upc')]);
      await use((words, more = {}) => node([program, ...words], { cwd: folder, ...more }), folder);
    });
}

/** The rows of `GET REPORT` and the like; places without their folder. */
export function reportRows(report: string, group: string): Row[] {
  const lines = report.split('\n');
  const start = lines.indexOf(`${group} REPORT:`);
  if (start < 0) return [];
  const rows = lines.slice(start + 2, lines.indexOf('', start));
  return rows.map((line) => {
    const [source, operation, type, ...figures] = line.trim().split(/ {2,}/);
    const calls = Number(figures.pop());
    return { source: source!.replace(/^.*\//, ''), operation: operation!, type: type!, figures, calls };
  });
}

/** `prog.upc:3 get GLOBAL 10` for each row. */
export function counts(report: string, group: string): string[] {
  return reportRows(report, group).map(
    ({ source, operation, type, calls }) => `${source} ${operation} ${type} ${calls}`,
  );
}

/** The matrices of the CSV file. */
export function readMatrix(file: string): { messages: number[][]; bytes: number[][] } {
  const [titles, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const threads = (titles!.split(',').length - 1) / 2;
  const rows = lines.map((line) => line.split(',').map(Number).slice(1));
  return { messages: rows.map((row) => row.slice(0, threads)), bytes: rows.map((row) => row.slice(threads)) };
}

/** An event of Chrome's Trace Event Format. */
export interface ChromeEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly id?: number;
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly bp?: string;
  readonly args?: Readonly<Record<string, number | string>>;
}

export function readTrace(file: string): ChromeEvent[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Numbers of the track of a thread, and of its memory. */
export const trackOf = (thread: number): number => 2 * thread + 2;
export const memoryTrackOf = (thread: number): number => 2 * thread + 3;

/** Violations of the format's rules in the events. */
export function faults(events: readonly ChromeEvent[]): string[] {
  const slices = events.filter(({ ph }) => ph === 'X');
  return [...events.flatMap(fieldFault), ...nestingFaults(slices), ...flowFaults(events, slices)];
}

function fieldFault(event: ChromeEvent): string[] {
  const { ph, ts, dur } = event;
  const timed = ph === 'M' || (typeof ts === 'number' && ts >= 0);
  const lasting = ph !== 'X' || (typeof dur === 'number' && dur > 0);
  const known = ['X', 'M', 's', 'f', 'i'].includes(ph) && event.pid === 1 && event.tid >= 0;
  return timed && lasting && known ? [] : [`malformed: ${JSON.stringify(event)}`];
}

const ends = ({ ts, dur }: ChromeEvent) => Math.round((ts! + dur!) * 1000);
const begins = ({ ts }: ChromeEvent) => Math.round(ts! * 1000);

/** Slices of a track lie one after the other or one in the other. */
function nestingFaults(slices: readonly ChromeEvent[]): string[] {
  const wrong: string[] = [];
  for (const tid of new Set(slices.map((slice) => slice.tid))) {
    const open: ChromeEvent[] = [];
    const own = slices.filter((slice) => slice.tid === tid).sort((a, b) => begins(a) - begins(b) || ends(b) - ends(a));
    for (const slice of own) {
      while (open.length > 0 && ends(open.at(-1)!) <= begins(slice)) open.pop();
      if (open.length > 0 && ends(slice) > ends(open.at(-1)!))
        wrong.push(`overlap: ${JSON.stringify([open.at(-1), slice])}`);
      open.push(slice);
    }
  }
  return wrong;
}

/** Each arrow has one start and one end, in this order, and both are within a slice of their track. */
function flowFaults(events: readonly ChromeEvent[], slices: readonly ChromeEvent[]): string[] {
  const starts = new Map(events.filter(({ ph }) => ph === 's').map((event) => [event.id, event]));
  const finishes = new Map(events.filter(({ ph }) => ph === 'f').map((event) => [event.id, event]));
  const flows = events.filter(({ ph }) => ph === 's' || ph === 'f');
  const wrong: string[] = [];
  if (starts.size + finishes.size !== flows.length) wrong.push('an id is used twice');
  for (const event of flows) {
    const other = (event.ph === 's' ? finishes : starts).get(event.id);
    if (other === undefined) wrong.push(`one end only: ${JSON.stringify(event)}`);
    else if (starts.get(event.id)!.ts! > finishes.get(event.id)!.ts!) wrong.push(`backwards: ${JSON.stringify(event)}`);
    const surrounds = (slice: ChromeEvent) =>
      slice.tid === event.tid && begins(slice) <= begins(event) && begins(event) < ends(slice);
    if (!slices.some(surrounds)) wrong.push(`no slice around ${JSON.stringify(event)}`);
  }
  return wrong;
}
