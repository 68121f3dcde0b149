/**
 * What a failure means to the program's author: JavaScript's exceptions in words of C, and the message with thread, place and trace.
 */
import { LongJump } from '../core/jumps.ts';
import {
  DIVISION_BY_ZERO,
  MISALIGNED_ATOMIC,
  ProgramError,
  QUOTIENT_OVERFLOW,
  RECURSION,
  STALE_JUMP,
  UNREACHABLE,
  WaitRefused,
  WRONG_FUNCTION,
} from '../errors.ts';
import type { StackTraces } from './stacktrace.ts';

/** V8's and SpiderMonkey's texts for what C programs can cause, as regular expressions. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^Maximum call stack size exceeded|^too much recursion/, RECURSION],
  [/^(Division|(integer )?divide|remainder|BigInt division) by zero/, DIVISION_BY_ZERO],
  [/^divide result unrepresentable|^integer overflow/, QUOTIENT_OVERFLOW],
  [/function signature mismatch|indirect call (to null|signature)/, WRONG_FUNCTION],
  [/^unreachable/, UNREACHABLE],
  [/^memory access out of bounds|^index out of bounds/, 'access outside the memory'],
  [/^operation does not support unaligned accesses|^unaligned memory access/, MISALIGNED_ATOMIC],
];

/** What an exception that nobody caught means. */
export function meaningOf(error: unknown): string {
  if (error instanceof LongJump) return STALE_JUMP;
  if (!(error instanceof Error)) return `internal error: ${String(error)}`;
  if (error instanceof WaitRefused || error instanceof ProgramError) return error.message;
  const meaning = MEANINGS.find(([pattern]) => pattern.test(error.message));
  return meaning?.[1] ?? `internal error: ${error.name}: ${error.message}`;
}

/** "pgasc: thread 2: division by zero at prog.upc:12:7", further lines of the message, and the trace. */
export function failureText(thread: number, message: string, error: Error, traces: StackTraces): string {
  const [first, ...rest] = message.split('\n');
  const lines = [`pgasc: thread ${thread}: ${first}${atCaller(error, traces)}`, ...rest, ''];
  const isOurs = message.startsWith('internal error');
  return lines.join('\n') + (isOurs ? `${error.stack}\n` : traces.text(error));
}

/** "pgasc: thread 2: warning: what is wrong at prog.upc:12:7". */
export function warningText(thread: number, message: string, error: Error, traces: StackTraces): string {
  return `pgasc: thread ${thread}: warning: ${message}${atCaller(error, traces)}\n`;
}

/** The place in the program, innermost; nothing without a map. */
function atCaller(error: Error, traces: StackTraces): string {
  const place = traces.placeOf(error);
  return place === '' ? '' : ` at ${place}`;
}
