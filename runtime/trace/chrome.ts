/**
 * Events in Chrome's Trace Event Format (JSON array), which ui.perfetto.dev opens.
 *
 * Each thread has a track of slices, one per operation; and, where others access its memory, a track of arriving and
 * leaving data. Arrows (flow events) lead from the slice of a put to the target memory, from the memory to the slice of
 * a get, from the sending of a message to its handler. One event per line; each line ends with a comma, but that of the
 * closing event.
 */
import { GET_ARROW, GET_PART, PUT_ARROW, PUT_PART, SENT, SERVED, type TraceEvent } from './journal.ts';
import { AM_HANDLER, type Operation } from './operations.ts';
import { memoryTrackOf, trackOf } from './tracks.ts';

/** Process id of all tracks. */
const PROCESS = 1;
/** Displayed duration of an arrival, in nanoseconds. */
const MOMENT = 1;

export interface TraceNames {
  readonly operations: readonly Operation[];
  /** Text of a place by its number; 0 is none. */
  readonly places: readonly string[];
}

/** Header of a trace file: names of the process and of the tracks, with the host of each thread where there are several. */
export function beginning(title: string, hosts: readonly string[]): string {
  const lines = ['[', metadata('process_name', 0, `{"name":${JSON.stringify(title)}}`)];
  const hasSeveral = new Set(hosts).size > 1;
  for (const [thread, host] of hosts.entries()) {
    const where = hasSeveral ? ` on ${host}` : '';
    lines.push(
      metadata('thread_name', trackOf(thread), `{"name":${JSON.stringify(`thread ${thread}${where}`)}}`),
      metadata('thread_sort_index', trackOf(thread), `{"sort_index":${trackOf(thread)}}`),
      metadata('thread_name', memoryTrackOf(thread), `{"name":"memory of thread ${thread}"}`),
      metadata('thread_sort_index', memoryTrackOf(thread), `{"sort_index":${memoryTrackOf(thread)}}`),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The thread writes no more from here on. */
export function limitReached(thread: number, time: number): string {
  return `{"ph":"i","s":"t","name":"trace limit reached","cat":"job","pid":${PROCESS},"tid":${trackOf(thread)},"ts":${microseconds(time)}},\n`;
}

/** The lines with other times: `change` takes and gives nanoseconds since the job's start. */
export function withTimes(lines: string, change: (time: number) => number): string {
  return lines.replace(/"ts":(-?\d+\.\d+)/g, (_, time) => `"ts":${microseconds(change(Number(time) * 1000))}`);
}

/** The critical path's track, above all others. */
const PATH = 1;

export const pathTrack = (): string =>
  `${metadata('thread_name', PATH, '{"name":"critical path"}')}\n${metadata('thread_sort_index', PATH, '{"sort_index":1}')}\n`;

/** A part of it, in nanoseconds: a rank at work, or a message for the rank `to`, which waited at a place. */
export interface PathPart {
  readonly rank: number;
  readonly to?: number;
  readonly start: number;
  readonly end: number;
  readonly place: string;
}

export function pathLines({ rank, to, start, end, place }: PathPart): string {
  if (to === undefined) return slice(PATH, `thread ${rank}`, 'work', start, end, '');
  return slice(PATH, `${rank} to ${to}`, 'message', start, end, place === '' ? '' : `"place":${JSON.stringify(place)}`);
}

/** The last event, and the end of the array. */
export function closing(time: number, status: number): string {
  return `{"ph":"i","s":"g","name":"job ended","cat":"job","pid":${PROCESS},"tid":${trackOf(0)},"ts":${microseconds(time)},"args":{"status":${status}}}\n]\n`;
}

function metadata(name: string, track: number, args: string): string {
  return `{"ph":"M","name":"${name}","pid":${PROCESS},"tid":${track},"args":${args}},`;
}

/** The lines of an event of a thread. */
export function eventLines(names: TraceNames, thread: number, event: TraceEvent): string {
  const { kind, peer, start, end, flow } = event;
  switch (kind) {
    case PUT_PART:
      return arrival(thread, event);
    case GET_PART:
      return departure(thread, event);
    case PUT_ARROW:
      return arrival(thread, event) + arrow('put', flow, trackOf(thread), start, memoryTrackOf(peer), end);
    case GET_ARROW: {
      const back = Math.max(start, end - MOMENT);
      return departure(thread, event) + arrow('get', flow, memoryTrackOf(peer), start, trackOf(thread), back);
    }
    case SENT:
      return operationSlice(names, thread, event) + flowEvent('s', 'AM', flow, trackOf(thread), start);
    case SERVED:
      return operationSlice(names, thread, event) + flowEvent('f', 'AM', flow, trackOf(thread), start);
    default:
      return operationSlice(names, thread, event);
  }
}

const arrival = (thread: number, { peer, end, ...data }: TraceEvent): string =>
  slice(memoryTrackOf(peer), `put from ${thread}`, 'memory', end, end + MOMENT, dataOf(data));

const departure = (thread: number, { peer, start, ...data }: TraceEvent): string =>
  slice(memoryTrackOf(peer), `get by ${thread}`, 'memory', start, start + MOMENT, dataOf(data));

/** Where they are is told here if the operation as a whole does not tell it. */
const dataOf = ({ bytes, offset }: Pick<TraceEvent, 'bytes' | 'offset'>): string =>
  offset >= 0 ? `"bytes":${bytes},"offset":${offset}` : `"bytes":${bytes}`;

function operationSlice({ operations, places }: TraceNames, thread: number, event: TraceEvent): string {
  const { name, group } = operations[event.operation]!;
  const args: string[] = [];
  if (event.peer >= 0) args.push(`"${event.operation === AM_HANDLER ? 'from' : 'thread'}":${event.peer}`);
  if (event.bytes > 0) args.push(`"bytes":${event.bytes}`);
  if (event.offset >= 0) args.push(`"offset":${event.offset}`);
  if (event.place > 0) args.push(`"place":${JSON.stringify(places[event.place])}`);
  return slice(trackOf(thread), name, group, event.start, event.end, args.join());
}

function slice(track: number, name: string, category: string, start: number, end: number, args: string): string {
  const duration = microseconds(Math.max(end - start, MOMENT));
  return `{"ph":"X","name":"${name}","cat":"${category}","pid":${PROCESS},"tid":${track},"ts":${microseconds(start)},"dur":${duration},"args":{${args}}},\n`;
}

function arrow(name: string, flow: number, from: number, start: number, to: number, end: number): string {
  return flowEvent('s', name, flow, from, start) + flowEvent('f', name, flow, to, end);
}

/** An end of an arrow, bound to the enclosing slice. */
function flowEvent(phase: 's' | 'f', name: string, flow: number, track: number, time: number): string {
  const binding = phase === 'f' ? '"bp":"e",' : '';
  return `{"ph":"${phase}",${binding}"name":"${name}","cat":"flow","id":${flow},"pid":${PROCESS},"tid":${track},"ts":${microseconds(time)}},\n`;
}

/** Nanoseconds as microseconds without loss. */
function microseconds(nanoseconds: number): string {
  const time = Math.round(nanoseconds);
  if (time < 0) return `-${microseconds(-time)}`;
  const whole = Math.floor(time / 1000);
  return whole + FRACTIONS[time - whole * 1000]!;
}

const FRACTIONS = Array.from({ length: 1000 }, (_, i) => `.${String(i).padStart(3, '0')}`);
