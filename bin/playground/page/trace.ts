/** The file of --trace, as far as it is drawn: what threads did, in rows, and messages between rows. */

export const TRACE_FILE = '/tmp/pgasc-trace.json';

export interface Span {
  readonly row: number;
  readonly name: string;
  readonly kind: string;
  /** Microseconds. */
  readonly start: number;
  readonly length: number;
  readonly detail: string;
  /** Where it reaches memory: of which thread, at which offset of its region, how many bytes, which may be none. */
  readonly reached?: Reached;
  /** Of the program: "heat.upc:12". */
  readonly place?: string;
}

export interface Reached {
  readonly thread: number;
  readonly offset: number;
  readonly bytes: number;
}

export interface Message {
  readonly from: { readonly row: number; readonly time: number };
  readonly to: { readonly row: number; readonly time: number };
}

export interface Trace {
  readonly rows: readonly string[];
  readonly spans: readonly Span[];
  readonly messages: readonly Message[];
  /** The file was as large as it may be before the run was over. */
  readonly isCut: boolean;
}

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly id?: number;
  readonly args?: Readonly<Record<string, string | number>>;
}

/** Undefined where it is not whole: the job has been stopped. */
export function readTrace(text: string): Trace | undefined {
  try {
    return traceOf(JSON.parse(text) as TraceEvent[]);
  } catch {
    return undefined;
  }
}

function traceOf(events: readonly TraceEvent[]): Trace {
  const named = events.filter(({ ph, name }) => ph === 'M' && name === 'thread_name');
  const rows = named.filter(({ args }) => String(args?.name).startsWith('thread '));
  const rowOf = new Map(rows.map(({ tid }, row) => [tid, row]));
  // Events in a thread's memory are drawn at the thread.
  for (const { tid, args } of named) {
    const of = rows.findIndex((row) => args?.name === `memory of ${row.args?.name}`);
    if (of >= 0) rowOf.set(tid, of);
  }
  const isThread = new Set(rows.map(({ tid }) => tid));
  const isCut = events.some(({ name }) => name === 'trace limit reached');
  const spans = events.filter(({ ph, tid }) => ph === 'X' && isThread.has(tid)).map((each) => spanOf(each, rowOf));
  return { rows: rows.map(({ args }) => String(args!.name)), spans, messages: messagesIn(events, rowOf), isCut };
}

function spanOf({ name, cat = '', ts, dur = 0, tid, args = {} }: TraceEvent, rowOf: ReadonlyMap<number, number>): Span {
  const { thread, offset, bytes, place } = args;
  const told = Object.entries(args).filter(([key]) => key !== 'offset');
  const detail = told.map(([key, value]) => (key === 'place' ? `at ${value}` : `${key} ${value}`));
  return {
    ...{ row: rowOf.get(tid)!, name, kind: cat, start: ts, length: dur, detail: detail.join(', ') },
    ...(offset !== undefined && {
      reached: { thread: Number(thread), offset: Number(offset), bytes: Number(bytes ?? 0) },
    }),
    ...(place !== undefined && { place: String(place) }),
  };
}

function messagesIn(events: readonly TraceEvent[], rowOf: ReadonlyMap<number, number>): Message[] {
  const begun = new Map(events.filter(({ ph }) => ph === 's').map((event) => [event.id, event]));
  return events.flatMap((end) => {
    const begin = end.ph === 'f' ? begun.get(end.id) : undefined;
    const [from, to] = [begin && rowOf.get(begin.tid), rowOf.get(end.tid)];
    if (begin === undefined || from === undefined || to === undefined || from === to) return [];
    return [{ from: { row: from, time: begin.ts }, to: { row: to, time: end.ts } }];
  });
}
