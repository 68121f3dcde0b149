/** The lines of --trace, as far as they are drawn: what threads did, in rows, and messages between rows. */
import { isOfMemory, threadOfTrack } from '../../../runtime/trace/tracks.ts';

export const TRACE_FILE = '/tmp/pgasc-trace.json';

export interface Span {
  /** The thread. */
  readonly row: number;
  readonly name: string;
  readonly kind: string;
  /** Microseconds. */
  readonly start: number;
  readonly length: number;
  readonly detail: string;
  /** Places in memory, of which none may have bytes. */
  readonly reached: readonly Reached[];
  /** Of the program: "heat.upc:12". */
  readonly place?: string;
}

export type Does = 'reads' | 'writes' | 'updates';

/** Bytes from an offset of a thread's region on, and what happens to them. */
export interface Reached {
  readonly does: Does;
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

export interface TraceEvent {
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

/** The operations of some lines, as threads write them. */
export const readLines = (lines: string): Span[] =>
  spansIn(JSON.parse(`[${lines.slice(0, lines.lastIndexOf(','))}]`) as TraceEvent[]);

function traceOf(events: readonly TraceEvent[]): Trace {
  const named = events.filter(({ ph, name, tid }) => ph === 'M' && name === 'thread_name' && isOfThread(tid));
  const isCut = events.some(({ name }) => name === 'trace limit reached');
  const rows = named.map(({ args }) => String(args!.name));
  return { rows, spans: spansIn(events), messages: messagesIn(events), isCut };
}

const isOfThread = (track: number): boolean => threadOfTrack(track) >= 0 && !isOfMemory(track);

/** What memory tells belongs to the operation that is told next by the thread that accesses it, and had begun then. */
function spansIn(events: readonly TraceEvent[]): Span[] {
  const pending = new Map<number, TraceEvent[]>();
  const pendingOf = (thread: number): TraceEvent[] => {
    if (!pending.has(thread)) pending.set(thread, []);
    return pending.get(thread)!;
  };
  return events.flatMap((event) => {
    const { ph, tid, name, ts, args } = event;
    if (ph !== 'X' || threadOfTrack(tid) < 0) return [];
    if (isOfMemory(tid)) {
      if (args?.offset !== undefined) pendingOf(Number(/\d+$/.exec(name)![0])).push(event);
      return [];
    }
    const parts = pendingOf(threadOfTrack(tid));
    const first = parts.findIndex((part) => part.ts >= ts);
    return [spanOf(event, first < 0 ? [] : parts.splice(first).map(partOf))];
  });
}

const partOf = ({ tid, name, args }: TraceEvent): Reached => ({
  ...{ does: name.startsWith('put') ? 'writes' : 'reads', thread: threadOfTrack(tid) },
  ...{ offset: Number(args!.offset), bytes: Number(args!.bytes) },
});

/** What an operation of a kind does. */
const DOES: Readonly<Record<string, Does>> = { GET: 'reads', PUT: 'writes', ATOMIC: 'updates' };

function spanOf({ name, cat = '', ts, dur = 0, tid, args = {} }: TraceEvent, parts: readonly Reached[]): Span {
  const { thread, offset, bytes = 0, place } = args;
  const told = Object.entries(args).filter(([key]) => key !== 'offset');
  const detail = told.map(([key, value]) => (key === 'place' ? `at ${value}` : `${key} ${value}`));
  const does = DOES[cat];
  const whole: Reached[] =
    offset === undefined || does === undefined
      ? []
      : [{ does, thread: Number(thread), offset: Number(offset), bytes: Number(bytes) }];
  return {
    ...{ row: threadOfTrack(tid), name, kind: cat, start: ts, length: dur, detail: detail.join(', ') },
    reached: [...whole, ...(does === 'updates' ? parts.map((part) => ({ ...part, does })) : parts)],
    ...(place !== undefined && { place: String(place) }),
  };
}

/** Events in a thread's memory are drawn at the thread. */
function messagesIn(events: readonly TraceEvent[]): Message[] {
  const begun = new Map(events.filter(({ ph }) => ph === 's').map((event) => [event.id, event]));
  return events.flatMap((end) => {
    const begin = end.ph === 'f' ? begun.get(end.id) : undefined;
    if (begin === undefined) return [];
    const [from, to] = [threadOfTrack(begin.tid), threadOfTrack(end.tid)];
    return from === to ? [] : [{ from: { row: from, time: begin.ts }, to: { row: to, time: end.ts } }];
  });
}
