/**
 * Active messages by their C names (GASNet 1.8, core API): gasnet_AMRequestShort0 to gasnet_AMReplyLong16.
 *
 * A function of each category for up to four arguments, which processors pass in registers, and one for more, which come as an array.
 */
import { allOf, type NativeFunction } from '../abi.ts';
import type { ActiveMessages } from '../core/am/activemessages.ts';
import { storeFew, storeMany } from '../core/am/arguments.ts';
import { commutesWhile } from '../core/commuting.ts';
import { argumentsAt, MAX_ARGUMENTS } from '../core/message.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { offsetOf } from '../memory/space.ts';
import { OK } from './constants.ts';

const FEW = 4;

/** Requests whose data travel in the message; a long one also writes to the target's memory. */
const SELF_CONTAINED = /Request(Short|Medium)/;

/** Starts a message to a rank, or to a token's sender; returns its address. */
type BeginShort = (to: number, handler: number, count: number) => number;
type BeginMedium = (to: number, handler: number, count: number, source: number, size: number) => number;
type BeginLong = (
  to: number,
  handler: number,
  count: number,
  source: number,
  size: number,
  destination: number,
) => number;

/** The functions of a category, which are made together: a simulated rank has those of the categories that its program uses. */
type Category = (environment: RuntimeEnvironment) => Record<string, NativeFunction>;

type Form<Begin> = (begin: Begin, count: number, am: ActiveMessages, I32: Int32Array) => NativeFunction;

/** gasnet_AMRequestShort's functions with fewer arguments are written out (fewShort). */
const WRITTEN_OUT = 3;

function category<Begin>(
  name: string,
  form: Form<Begin>,
  beginOf: (am: ActiveMessages, environment: RuntimeEnvironment) => Begin,
  least = 0,
): Category {
  return (environment) => {
    const { runtime, I32 } = environment;
    // Without a runtime only the names are enumerated.
    const am = runtime?.messages;
    const begin = beginOf(am, environment);
    const functions = allOf([]);
    for (let count = least; count <= MAX_ARGUMENTS; count++) functions[name + count] = form(begin, count, am, I32);
    return SELF_CONTAINED.test(name) ? commuting(am, functions) : functions;
  };
}

function commuting(am: ActiveMessages | undefined, functions: Record<string, NativeFunction>) {
  if (am?.commute) commutesWhile(am.commutes, ...Object.values(functions));
  return functions;
}

const longRequest =
  (am: ActiveMessages, environment: RuntimeEnvironment): BeginLong =>
  (rank, handler, count, from, size, to) =>
    am.requestLong(rank, handler, count, from, size, offsetOf(environment, to));

export const messages: readonly Category[] = [
  ({ runtime, I32 }) => commuting(runtime?.messages, fewShort(runtime?.messages, I32)),
  category<BeginShort>(
    'gasnet_AMRequestShort',
    short,
    (am) => (rank, handler, count) => am.requestShort(rank, handler, count),
    WRITTEN_OUT,
  ),
  category<BeginMedium>(
    'gasnet_AMRequestMedium',
    medium,
    (am) => (rank, handler, count, from, size) => am.requestMedium(rank, handler, count, from, size),
  ),
  category('gasnet_AMRequestLong', long, longRequest),
  category('gasnet_AMRequestLongAsync', long, longRequest),
  category<BeginShort>(
    'gasnet_AMReplyShort',
    short,
    (am) => (token, handler, count) => am.replyShort(token, handler, count),
  ),
  category<BeginMedium>(
    'gasnet_AMReplyMedium',
    medium,
    (am) => (token, handler, count, from, size) => am.replyMedium(token, handler, count, from, size),
  ),
  category<BeginLong>(
    'gasnet_AMReplyLong',
    long,
    (am, environment) => (token, handler, count, from, size, to) =>
      am.replyLong(token, handler, count, from, size, offsetOf(environment, to)),
  ),
];

/**
 * Those that programs send most, written out: V8 knows all that a function uses which is made once. `| 0` says that an argument
 * is an integer, as it is in a call of C.
 */
function fewShort(am: ActiveMessages, I32: Int32Array): Record<string, NativeFunction> {
  const wordOf = (message: number) => argumentsAt(message) >>> 2;

  function gasnet_AMRequestShort0(to: number, handler: number): number {
    am.sendShort(to, am.composeShort(to, handler, 0), 0);
    return OK;
  }

  function gasnet_AMRequestShort1(to: number, handler: number, a0: number): number {
    const message = am.composeShort(to, handler, 1);
    I32[wordOf(message)] = a0 | 0;
    am.sendShort(to, message, 1);
    return OK;
  }

  function gasnet_AMRequestShort2(to: number, handler: number, a0: number, a1: number): number {
    const message = am.composeShort(to, handler, 2);
    I32[wordOf(message)] = a0 | 0;
    I32[wordOf(message) + 1] = a1 | 0;
    am.sendShort(to, message, 2);
    return OK;
  }

  return { gasnet_AMRequestShort0, gasnet_AMRequestShort1, gasnet_AMRequestShort2 };
}

function short(begin: BeginShort, count: number, am: ActiveMessages, I32: Int32Array): NativeFunction {
  if (count <= FEW)
    return (to: number, handler: number, a0: number, a1: number, a2: number, a3: number) => {
      const message = begin(to, handler, count);
      storeFew(I32, argumentsAt(message) >>> 2, count, a0, a1, a2, a3);
      am.send();
      return OK;
    };
  return (to: number, handler: number, ...values: number[]) => {
    storeMany(I32, argumentsAt(begin(to, handler, count)) >>> 2, values);
    am.send();
    return OK;
  };
}

function medium(begin: BeginMedium, count: number, am: ActiveMessages, I32: Int32Array): NativeFunction {
  if (count <= FEW)
    return (
      to: number,
      handler: number,
      from: number,
      size: number,
      a0: number,
      a1: number,
      a2: number,
      a3: number,
    ) => {
      const message = begin(to, handler, count, from, size);
      storeFew(I32, argumentsAt(message) >>> 2, count, a0, a1, a2, a3);
      am.send();
      return OK;
    };
  return (to: number, handler: number, from: number, size: number, ...values: number[]) => {
    storeMany(I32, argumentsAt(begin(to, handler, count, from, size)) >>> 2, values);
    am.send();
    return OK;
  };
}

function long(begin: BeginLong, count: number, am: ActiveMessages, I32: Int32Array): NativeFunction {
  if (count <= FEW)
    return (
      to: number,
      handler: number,
      source: number,
      size: number,
      destination: number,
      a0: number,
      a1: number,
      a2: number,
      a3: number,
    ) => {
      const message = begin(to, handler, count, source, size, destination);
      storeFew(I32, argumentsAt(message) >>> 2, count, a0, a1, a2, a3);
      am.send();
      return OK;
    };
  return (to: number, handler: number, from: number, size: number, destination: number, ...values: number[]) => {
    storeMany(I32, argumentsAt(begin(to, handler, count, from, size, destination)) >>> 2, values);
    am.send();
    return OK;
  };
}
