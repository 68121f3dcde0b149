/**
 * The report of --explore: the outcomes of the schedules, for people.
 *
 * Takes the end of each run. Gives a text: how many schedules there were, each outcome with the flag that replays one of its schedules, and of failures the order in which
 * things were done. Lines of different threads come in any order, so outcomes do not differ by it.
 */
import type { Step } from './run.ts';

export interface Outcome {
  readonly status: number;
  readonly output: string;
  readonly messages: string;
  /** Of the first schedule with it: its text (order.ts), and what was done. */
  readonly schedule: string;
  readonly steps: readonly Step[];
}

/** Outcomes that are shown, and the last steps of a failure. */
const SHOWN = 50;
const LAST = 40;

export class Outcomes {
  private readonly seen = new Map<string, { readonly first: Outcome; count: number }>();

  add(outcome: Outcome): void {
    const key = [outcome.status, sorted(outcome.output), sorted(outcome.messages)].join('\0');
    const known = this.seen.get(key);
    if (known === undefined) this.seen.set(key, { first: outcome, count: 1 });
    else known.count++;
  }

  get size(): number {
    return this.seen.size;
  }

  /** The status of the first that failed, else 0. */
  get status(): number {
    return [...this.seen.values()].find(({ first }) => first.status !== 0)?.first.status ?? 0;
  }

  /** Failures last, where people look. */
  text(places: readonly string[]): string {
    const all = [...this.seen.values()].sort((a, b) => Math.sign(a.first.status) - Math.sign(b.first.status));
    const shown = all.slice(-SHOWN).map(({ first, count }) => outcomeText(first, count, places));
    const rest = all.length - shown.length;
    return (rest > 0 ? `and ${rest} more outcomes\n` : '') + shown.join('');
  }
}

const sorted = (text: string) => text.split('\n').sort().join('\n');

function outcomeText({ status, output, messages, schedule, steps }: Outcome, count: number, places: readonly string[]) {
  const how = status === 0 ? 'status 0' : `FAILED with status ${status}`;
  const lines = [
    `${counted(count, 'schedule')}: ${how}; --schedule=${schedule}`,
    ...indented(output),
    ...indented(messages),
  ];
  if (status !== 0) lines.push(...stepLines(steps, places));
  return `${lines.join('\n')}\n`;
}

function stepLines(steps: readonly Step[], places: readonly string[]): string[] {
  const all = gathered(
    steps.map(({ rank, name, place }) => `thread ${rank}: ${name}${places[place] ? ` at ${places[place]}` : ''}`),
  );
  const before = all.length > LAST ? ['(more before)'] : [];
  return ['    the order in which it was done:', ...[...before, ...all.slice(-LAST)].map((line) => `        ${line}`)];
}

/** Of lines that follow each other and are alike, one with their number. */
function gathered(lines: readonly string[]): string[] {
  const found: { line: string; count: number }[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last?.line === line) last.count++;
    else found.push({ line, count: 1 });
  }
  return found.map(({ line, count }) => (count > 1 ? `${line} (${count} times)` : line));
}

const indented = (text: string) =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `    ${line}`);

/** "1 schedule", "2 schedules". */
export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
