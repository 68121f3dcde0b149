/**
 * The report of --stats as text: operations, threads, what computation was charged, the conduit's events, tables by source line, the matrix.
 *
 * The tables by source line are those of Berkeley UPC's upc_trace: for each line and operation the minimum, maximum,
 * average and total size, or time for barriers and other waits, and the number of calls; sorted by the total.
 */
import { hostLines, matrixLines } from './matrix.ts';
import { GROUPS, type Group } from './operations.ts';
import { groupOf, type Summary, type ThreadSummary, type Total, totalOf, totals } from './summary.ts';
import { left, right, sizeText, table, timeText } from './table.ts';
import type { Tally } from './tallies.ts';

const LOCALITIES = ['LOCAL', 'GLOBAL', '-'];
/** Groups whose tables by line show sizes; the others' show times. */
const SIZED: ReadonlySet<Group> = new Set(['GET', 'PUT', 'ATOMIC', 'AM']);

/** The whole report; for one thread, if the summary has only one. */
export function reportText(summary: Summary): string {
  const tallies = summary.threads.flatMap((thread) => thread.tallies);
  const lines = [
    heading(summary),
    ...operationLines(summary, tallies),
    ...threadLines(summary),
    ...chargeLines(summary.threads),
    ...eventLines(summary.threads),
    ...GROUPS.flatMap((group) => sourceLines(summary, tallies, group)),
    ...matrixLines(summary.threads),
    ...hostLines(summary),
    ...(summary.clocks.length > 0 ? ['', 'CLOCKS (ahead of the one that reports):', ...summary.clocks] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function heading({ program, network, seconds, status, threads }: Summary): string {
  const [only] = threads;
  const who = threads.length > 1 ? `${threads.length} threads` : `thread ${only!.thread} of ${only!.messages.length}`;
  return `communication of ${program}: ${who}, network ${network}, ${seconds.toFixed(3)} s, status ${status}`;
}

function operationLines(summary: Summary, tallies: readonly Tally[]): string[] {
  const rows = [...totals(tallies, ({ operation, locality }) => `${operation} ${locality}`).values()]
    .sort((a, b) => rank(summary, a.one) - rank(summary, b.one))
    .map((total) => {
      const { name, group } = summary.operations[total.one.operation]!;
      const sized = total.bytes > 0 || SIZED.has(group);
      return [
        ...[group, name, LOCALITIES[total.one.locality]!, String(total.calls)],
        sized ? String(total.bytes) : '',
        sized ? sizeText(total.bytes / total.calls) : '',
        ...[timeText(total.time / total.calls), timeText(total.time)],
      ];
    });
  if (rows.length === 0) return ['', 'OPERATIONS: none'];
  const columns = [left('KIND'), left('OPERATION'), left('TYPE'), right('CALLS'), right('BYTES'), right('AVG SIZE')];
  return ['', 'OPERATIONS:', ...table([...columns, right('AVG TIME'), right('TIME')], rows)];
}

/** Sort key of a tally: group, operation, locality. */
function rank(summary: Summary, tally: Tally): number {
  const group = GROUPS.indexOf(groupOf(summary, tally));
  return (group * summary.operations.length + tally.operation) * LOCALITIES.length + tally.locality;
}

/** Calls and bytes of each thread, for the groups present. */
function threadLines(summary: Summary): string[] {
  const columns = GROUPS.flatMap((group) =>
    LOCALITIES.map((locality, number) => ({
      title: locality === '-' ? group : `${group} ${locality}`,
      sized: SIZED.has(group),
      fits: (tally: Tally) => tally.locality === number && groupOf(summary, tally) === group,
    })),
  ).filter(({ fits }) => summary.threads.some(({ tallies }) => tallies.some(fits)));
  const rowOf = (name: string, tallies: readonly Tally[]) => [
    name,
    ...columns.flatMap(({ sized, fits }) => {
      const { calls, bytes } = totalOf(tallies.filter(fits));
      return sized ? [String(calls), sizeText(bytes)] : [String(calls)];
    }),
  ];
  const rows = summary.threads.map(({ thread, tallies }) => rowOf(String(thread), tallies));
  if (rows.length > 1)
    rows.push(
      rowOf(
        'all',
        summary.threads.flatMap(({ tallies }) => tallies),
      ),
    );
  const titles = columns.flatMap(({ title, sized }) => (sized ? [right(title), right('BYTES')] : [right(title)]));
  return columns.length === 0 ? [] : ['', 'THREADS:', ...table([right('THREAD'), ...titles], rows)];
}

/** Operations and bytes of each thread's computation, of programs compiled with -simulate; exact. */
function chargeLines(threads: readonly ThreadSummary[]): string[] {
  const [first] = threads;
  const kinds = Object.keys(first?.charges ?? {}) as (keyof ThreadSummary['charges'])[];
  const isCharged = threads.some(({ charges }) => kinds.some((kind) => charges[kind] > 0));
  if (!isCharged) return [];
  const columns = [right('THREAD'), ...kinds.map((kind) => right(kind.toUpperCase()))];
  const rows = threads.map(({ thread, charges }) => [String(thread), ...kinds.map((kind) => String(charges[kind]))]);
  return ['', 'CHARGED:', ...table(columns, rows)];
}

/** Maximum threads whose events are listed individually. */
const LISTED = 16;

function eventLines(threads: readonly ThreadSummary[]): string[] {
  const names = [...new Set(threads.flatMap(({ events }) => Object.keys(events)))];
  if (names.length === 0) return [];
  const listed = threads.length > 1 && threads.length <= LISTED ? threads : [];
  const columns = [left('EVENT'), right('ALL'), ...listed.map(({ thread }) => right(`THREAD ${thread}`))];
  const rows = names.map((name) => {
    const all = threads.reduce((sum, { events }) => sum + (events[name] ?? 0), 0);
    return [name, String(all), ...listed.map(({ events }) => String(events[name] ?? 0))];
  });
  return ['', 'CONDUIT:', ...table(columns, rows)];
}

/** The table of a group by source line. */
function sourceLines(summary: Summary, tallies: readonly Tally[], group: Group): string[] {
  const own = tallies.filter((tally) => groupOf(summary, tally) === group);
  if (own.length === 0) return [];
  const sized = SIZED.has(group);
  const key = ({ place, operation, locality }: Tally) => `${place} ${operation} ${locality}`;
  const sum = (total: Total) => (sized ? total.bytes : total.time);
  const rows = [...totals(own, key).values()]
    .sort((a, b) => sum(b) - sum(a) || b.calls - a.calls || a.one.place - b.one.place)
    .map((total) => [
      placeText(summary, total.one.place),
      summary.operations[total.one.operation]!.name,
      LOCALITIES[total.one.locality]!,
      ...(sized ? sizes(total) : times(total)),
      String(total.calls),
    ]);
  const measure = sized ? 'SIZE' : 'TIME';
  const columns = ['MIN', 'MAX', 'AVG', 'TOTAL'].map((title) => right(`${title} ${measure}`));
  const titles = [left('SOURCE'), left('OPERATION'), left('TYPE'), ...columns, right('CALLS')];
  return ['', `${group} REPORT:`, ...table(titles, rows)];
}

const sizes = ({ leastBytes, mostBytes, bytes, calls }: Total) =>
  [leastBytes, mostBytes, bytes / calls, bytes].map(sizeText);
const times = ({ leastTime, mostTime, time, calls }: Total) => [leastTime, mostTime, time / calls, time].map(timeText);

function placeText({ places }: Summary, place: number): string {
  return place === 0 ? '(runtime)' : places[place]!;
}
