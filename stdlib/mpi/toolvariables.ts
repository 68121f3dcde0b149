/**
 * MPI's tool interface (MPI 3.1, 14.3): control and performance variables of the messages between ranks.
 *
 * One idea: a variable is a row of a table, with a function that reads it. What the functions return is a code; they ask no error handler, and
 * may be called before MPI_Init. A handle of a counter has the value from which it counts.
 */
import { ERR_ARG, FIRST_TOOL_ERROR } from './errors.ts';
import type { Post } from './post.ts';
import type { Body, State } from './state.ts';
import { giveName, type Named, named } from './toolnames.ts';
import { RECEIVED, RECEIVED_BYTES, SENT, SENT_BYTES, WITH_DATA } from './traffic.ts';

const [NOT_INITIALIZED, INVALID_INDEX, INVALID_ITEM, INVALID_HANDLE, INVALID_SESSION] = [1, 3, 4, 5, 8].map(
  (code) => FIRST_TOOL_ERROR + code,
) as [number, number, number, number, number];
const [SET_NEVER, NO_STARTSTOP, NO_WRITE, INVALID_NAME] = [9, 11, 12, 14].map((code) => FIRST_TOOL_ERROR + code) as [
  ...[number, number, number, number],
];
/** Numbers of mpi.h. */
const [VERBOSITY, NO_OBJECT, SCOPE_CONSTANT, SCOPE_LOCAL, SERIALIZED] = [1, 0, 1, 3, 2];
const [LEVEL, HIGHWATERMARK, COUNTER] = [2, 5, 7];
const ALL_HANDLES = -1;
const [INT, UNSIGNED, UNSIGNED_LONG_LONG] = [0x03000008, 0x03000009, 0x0300000d];

interface ControlVariable extends Named {
  read(): number;
  /** Absent of a constant. */
  write?(value: number): void;
}

interface PerformanceVariable extends Named {
  readonly class: number;
  read(): number;
}

/** A performance variable in a session. */
interface Counting {
  readonly session: number;
  readonly variable: PerformanceVariable;
  from: number;
}

export class ToolVariables {
  private users = 0;
  private lastHandle = 0;
  private readonly controls = new Map<number, ControlVariable>();
  private readonly sessions = new Set<number>();
  private readonly counting = new Map<number, Counting>();
  private readonly control: readonly ControlVariable[];
  private readonly performance: readonly PerformanceVariable[];
  private readonly category = named('messages', 'messages between ranks');

  constructor(
    private readonly state: State,
    post: Post,
  ) {
    const { traffic } = post;
    const counter = (name: string, description: string, read: () => number) => ({
      ...{ ...named(name, description), class: COUNTER, read },
    });
    this.control = [
      {
        ...named('eager_limit', 'bytes up to which a message is sent at once with its data'),
        read: () => Math.max(post.eagerLimit, 0),
        write: (value) => {
          post.eagerLimit = value || -1;
        },
      },
      {
        ...named('credit_limit', 'bytes of a sender that lie with a receiver at most'),
        read: () => post.creditLimit,
      },
    ];
    this.performance = [
      counter('messages_sent', 'messages sent', () => traffic.count(SENT)),
      counter('bytes_sent', 'bytes of the messages sent', () => traffic.count(SENT_BYTES)),
      counter('messages_eager', 'messages sent with their data', () => traffic.count(WITH_DATA)),
      counter('messages_offered', 'messages whose data the receiver fetches', () => traffic.offers),
      counter('messages_received', 'messages that a receive has matched', () => traffic.count(RECEIVED)),
      counter('bytes_received', 'bytes of the messages received', () => traffic.count(RECEIVED_BYTES)),
      counter('messages_unexpected', 'messages that came before their receive', () => traffic.unexpected),
      {
        ...named('unexpected_length', 'messages that lie here, which no receive has matched'),
        ...{ class: LEVEL, read: () => post.lengths.arrived },
      },
      {
        ...named('posted_length', 'receives that no message has matched'),
        ...{ class: LEVEL, read: () => post.lengths.posted },
      },
      {
        ...named('unexpected_most', 'the most messages that have lain here'),
        ...{ class: HIGHWATERMARK, read: () => traffic.mostUnexpected },
      },
    ];
  }

  // ---------------------------------------------------------------- tools

  /** A function that may be called between initialization and end. */
  private open(body: Body): Body {
    return (...parameters) => (this.users === 0 ? NOT_INITIALIZED : body(...parameters));
  }

  /** One of a row of a table, by its index. */
  private ofRow<T>(rows: readonly T[], body: (row: T, call: string, ...rest: number[]) => number | undefined): Body {
    return this.open((call, index, ...rest) => {
      const row = rows[index!];
      return row === undefined ? INVALID_INDEX : (body(row, call, ...rest) ?? 0);
    });
  }

  private number(rows: readonly unknown[]): Body {
    return this.open((call, result) => this.state.give(call, 'num', result!, rows.length));
  }

  private indexOf(call: string, rows: readonly Named[], nameAt: number, result: number): number {
    const name = this.state.text(call, 'name', nameAt);
    const index = rows.findIndex((row) => row.name === name);
    if (index < 0) return INVALID_NAME;
    this.state.give(call, 'index', result, index);
    return 0;
  }

  /** Gives words where the program wants them. */
  private give(call: string, pairs: readonly (readonly [at: number, value: number])[]): void {
    for (const [at, value] of pairs) if (at !== 0) this.state.give(call, 'a result', at, value);
  }

  // ---------------------------------------------------------------- control variables

  private readonly ofControls: Record<string, Body> = {
    MPI_T_cvar_get_num: (...all) => this.number(this.control)(...all),
    MPI_T_cvar_get_info: (...all) =>
      this.ofRow(this.control, (row, call, ...rest) => {
        const [name, nameLength, verbosity, type, enumeration, text, textLength, bind, scope] = rest as Nine;
        giveName(this.state, call, name, nameLength, row.name);
        giveName(this.state, call, text, textLength, row.description);
        const scopeOf = row.write === undefined ? SCOPE_CONSTANT : SCOPE_LOCAL;
        this.give(call, [
          ...([
            [verbosity, VERBOSITY],
            [type, INT],
            [enumeration, 0],
            [bind, NO_OBJECT],
            [scope, scopeOf],
          ] as const),
        ]);
        return 0;
      })(...all),
    MPI_T_cvar_get_index: (...all) =>
      this.open((call, name, result) => this.indexOf(call, this.control, name!, result!))(...all),
    MPI_T_cvar_handle_alloc: (...all) =>
      this.ofRow(this.control, (row, call, _object, result, count) => {
        this.controls.set(++this.lastHandle, row);
        this.give(call, [
          [result!, this.lastHandle],
          [count!, 1],
        ]);
        return 0;
      })(...all),
    MPI_T_cvar_handle_free: this.open((call, at) => {
      if (!this.controls.delete(this.state.word(call, 'handle', at!))) return INVALID_HANDLE;
      this.state.give(call, 'handle', at!, 0);
    }),
    MPI_T_cvar_read: this.open((call, handle, result) => {
      const row = this.controls.get(handle!);
      if (row === undefined) return INVALID_HANDLE;
      this.state.give(call, 'buf', result!, row.read());
    }),
    MPI_T_cvar_write: this.open((call, handle, at) => {
      const row = this.controls.get(handle!);
      if (row === undefined) return INVALID_HANDLE;
      if (row.write === undefined) return SET_NEVER;
      const value = this.state.word(call, 'buf', at!);
      if (value < 0) return ERR_ARG;
      row.write(value);
    }),
  };

  // ---------------------------------------------------------------- performance variables

  private readonly ofPerformance: Record<string, Body> = {
    MPI_T_pvar_get_num: (...all) => this.number(this.performance)(...all),
    MPI_T_pvar_get_info: (...all) =>
      this.ofRow(this.performance, (row, call, ...rest) => {
        const [name, nameLength, verbosity, kind, type, enumeration, text, textLength, ...flags] = rest;
        giveName(this.state, call, name!, nameLength!, row.name);
        giveName(this.state, call, text!, textLength!, row.description);
        const [bind, isReadOnly, isContinuous, isAtomic] = flags as [number, number, number, number];
        this.give(call, [
          ...([
            [verbosity!, VERBOSITY],
            [kind!, row.class],
            [type!, typeOf(row)],
            [enumeration!, 0],
          ] as const),
          ...([
            [bind, NO_OBJECT],
            [isReadOnly, row.class === COUNTER ? 0 : 1],
            [isContinuous, 1],
            [isAtomic, 0],
          ] as const),
        ]);
        return 0;
      })(...all),
    MPI_T_pvar_get_index: (...all) =>
      this.open((call, name, kind, result) => {
        const rows = this.performance.map((row) => (row.class === kind ? row : named('', '')));
        return this.indexOf(call, rows, name!, result!);
      })(...all),
    MPI_T_pvar_session_create: this.open((call, result) => {
      this.sessions.add(++this.lastHandle);
      this.state.give(call, 'session', result!, this.lastHandle);
    }),
    MPI_T_pvar_session_free: this.open((call, at) => {
      const session = this.state.word(call, 'session', at!);
      if (!this.sessions.delete(session)) return INVALID_SESSION;
      for (const [handle, each] of this.counting) if (each.session === session) this.counting.delete(handle);
      this.state.give(call, 'session', at!, 0);
    }),
    MPI_T_pvar_handle_alloc: (...all) =>
      this.open((call, session, index, _object, result, count) => {
        const variable = this.performance[index!];
        if (!this.sessions.has(session!)) return INVALID_SESSION;
        if (variable === undefined) return INVALID_INDEX;
        this.counting.set(++this.lastHandle, { session: session!, variable, from: startOf(variable) });
        this.give(call, [
          [result!, this.lastHandle],
          [count!, 1],
        ]);
      })(...all),
    MPI_T_pvar_handle_free: this.open((call, session, at) => {
      const handle = this.state.word(call, 'handle', at!);
      if (this.counting.get(handle)?.session !== session) return INVALID_HANDLE;
      this.counting.delete(handle);
      this.state.give(call, 'handle', at!, 0);
    }),
    // All variables are continuous.
    MPI_T_pvar_start: this.ofHandles(() => NO_STARTSTOP),
    MPI_T_pvar_stop: this.ofHandles(() => NO_STARTSTOP),
    MPI_T_pvar_read: this.ofHandle((each, call, result) => this.giveValue(each, call, result!)),
    MPI_T_pvar_write: this.ofHandle(() => NO_WRITE),
    MPI_T_pvar_reset: this.ofHandles(reset),
    MPI_T_pvar_readreset: this.ofHandle((each, call, result) => {
      this.giveValue(each, call, result!);
      return reset(each);
    }),
  };

  private ofHandle(body: (each: Counting, call: string, ...rest: number[]) => number): Body {
    return this.open((call, session, handle, ...rest) => {
      if (!this.sessions.has(session!)) return INVALID_SESSION;
      const each = this.counting.get(handle!);
      return each?.session === session ? body(each!, call, ...rest) : INVALID_HANDLE;
    });
  }

  /** Of one, or of all of a session for which that is possible (14.3.7). */
  private ofHandles(body: (each: Counting) => number): Body {
    const one = this.ofHandle(body);
    const all = this.open((_call, session) => {
      if (!this.sessions.has(session!)) return INVALID_SESSION;
      for (const each of this.counting.values()) if (each.session === session) body(each);
    });
    return (call, session, handle) => (handle === ALL_HANDLES ? all : one)(call, session!, handle!);
  }

  private giveValue({ variable, from }: Counting, call: string, result: number): number {
    const value = variable.read() - from;
    if (variable.class === COUNTER) this.state.giveLong(call, 'buf', result, value);
    else this.state.give(call, 'buf', result, value);
    return 0;
  }

  // ---------------------------------------------------------------- life, categories, enumerations

  private list(rows: readonly unknown[]): Body {
    return this.ofRow([this.category], (_row, call, most, result) => {
      const indices = rows.map((_, index) => index).slice(0, most);
      this.state.giveWords(call, 'indices', result!, indices);
      return 0;
    });
  }

  get bodies(): Record<string, Body> {
    return {
      MPI_T_init_thread: (call, _required, provided) => {
        this.users++;
        this.state.give(call, 'provided', provided!, SERIALIZED);
      },
      MPI_T_finalize: this.open(() => {
        this.users--;
        return 0;
      }),
      ...this.ofControls,
      ...this.ofPerformance,
      // No variable has values with names.
      MPI_T_enum_get_info: this.open(() => INVALID_HANDLE),
      MPI_T_enum_get_item: this.open(() => INVALID_ITEM),
      MPI_T_category_get_num: this.number([this.category]),
      MPI_T_category_get_info: this.ofRow([this.category], (row, call, ...rest) => {
        const [name, nameLength, text, textLength, controls, performances, categories] = rest as Nine;
        giveName(this.state, call, name, nameLength, row.name);
        giveName(this.state, call, text, textLength, row.description);
        const counts = [
          [controls, this.control.length],
          [performances, this.performance.length],
          [categories, 0],
        ] as const;
        this.give(call, counts);
        return 0;
      }),
      MPI_T_category_get_index: this.open((call, name, result) => this.indexOf(call, [this.category], name!, result!)),
      MPI_T_category_get_cvars: this.list(this.control),
      MPI_T_category_get_pvars: this.list(this.performance),
      MPI_T_category_get_categories: this.list([]),
      MPI_T_category_changed: this.open((call, stamp) => this.state.give(call, 'stamp', stamp!, 0)),
    };
  }
}

const typeOf = (row: PerformanceVariable): number => (row.class === COUNTER ? UNSIGNED_LONG_LONG : UNSIGNED);
/** A counter begins at 0; others tell what there is. */
const startOf = (variable: PerformanceVariable): number => (variable.class === COUNTER ? variable.read() : 0);

function reset(each: Counting): number {
  if (each.variable.class !== COUNTER) return NO_WRITE;
  each.from = each.variable.read();
  return 0;
}

type Nine = [number, number, number, number, number, number, number, number, number];
