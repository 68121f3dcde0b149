/**
 * The program's own events in the trace: <pupc.h>, and Berkeley's bupc_trace_printf and masks.
 * The idea: an event is a name and a printf format; each use of it is a line of the trace with its arguments.
 */
import type { LibraryEnvironment, LibraryFactory } from '../../runtime/abi.ts';
import { newText, Texts, textAt } from '../libc/memory.ts';
import { Formatter } from '../libc/stdio/format.ts';
import { TextSink } from '../libc/stdio/format-sinks.ts';

/** The kind of line: high-level messages from the program. */
const HIGH_LEVEL = 'H';

export const profilingLibrary: LibraryFactory = (environment) => ({
  ...events(environment),
  ...messages(environment),
});

interface Event {
  readonly name: string;
  /** Address of the format. */
  readonly description: number;
}

function events(environment: LibraryEnvironment) {
  const created: Event[] = [];
  const format = formatting(environment);
  let enabled = 1;

  /** Gives the event's number, from 1; 0 when there is no trace. */
  function pupc_create_event(name: number, description: number): number {
    if (!environment.trace.on) return 0;
    const copy = newText(environment, description === 0 ? '' : textAt(environment, description));
    return created.push({ name: textAt(environment, name), description: copy });
  }

  /** Turns the events of this thread on or off; gives what they were. */
  function pupc_control(on: number): number {
    const before = enabled;
    enabled = Number(on !== 0);
    return environment.trace.on ? before : 0;
  }

  const use = (verb: string) => (tag: number, args: number) => {
    if (!environment.trace.on || enabled === 0) return;
    const event = created[(tag >>> 0) - 1];
    const name = event?.name ?? `event ${tag >>> 0}, which was not created,`;
    const text = event === undefined ? '' : format(event.description, args);
    environment.trace.write(HIGH_LEVEL, text === '' ? `${name} ${verb}` : `${name} ${verb}: ${text}`);
  };

  return {
    pupc_create_event,
    pupc_control,
    pupc_event_start: use('start'),
    pupc_event_end: use('end'),
    pupc_event_atomic: use('atomic'),
  };
}

function messages(environment: LibraryEnvironment) {
  const format = formatting(environment);
  const texts = new Texts(environment);

  function __bupc_trace_printf(text: number, args: number): void {
    if (environment.trace.on) environment.trace.write(HIGH_LEVEL, format(text, args));
  }

  const setMask = (of: 'trace' | 'statistics') => (letters: number) =>
    environment.trace.setMask(of, textAt(environment, letters));
  const getMask = (of: 'trace' | 'statistics') => () => texts.address(environment.trace.mask(of));

  return {
    __bupc_trace_printf,
    bupc_trace_setmask: setMask('trace'),
    bupc_trace_getmask: getMask('trace'),
    bupc_stats_setmask: setMask('statistics'),
    bupc_stats_getmask: getMask('statistics'),
    bupc_trace_gettracelocal: () => Number(environment.trace.tracesLocal),
    bupc_trace_settracelocal: (value: number) => void (environment.trace.tracesLocal = value !== 0),
  };
}

/** Formats as printf does. */
function formatting(environment: LibraryEnvironment): (format: number, args: number) => string {
  let formatter: Formatter | undefined;
  return (format, args) => {
    const sink = new TextSink();
    formatter ??= new Formatter(environment);
    formatter.format(sink, format, args);
    return new TextDecoder().decode(sink.text());
  };
}
