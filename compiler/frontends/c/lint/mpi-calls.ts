/**
 * Calls of MPI and what stands where in their arguments: the table of mpi-datatype, mpi-arguments and mpi-wait.
 *
 * Constants of mpi.h are known by their names, as the program spells them.
 */
import type { Call, Expression } from '../ast/ast.ts';
import type { Lint } from './lint.ts';
import { libraryCalls } from './memory-calls.ts';

/** A call, by its name without what says that it does not wait (I), or is the profiling one (P); `isBegun`: it gives a request. */
export interface MpiCall {
  readonly name: string;
  readonly base: string;
  readonly isBegun: boolean;
  readonly node: Call;
}

export function* mpiCalls(lint: Lint): Iterable<MpiCall> {
  for (const { name, node } of libraryCalls(lint)) {
    const [, , begun, rest] = /^(P?)MPI_(I(?=[a-z])|R(?=(?:put|get|accumulate)))?(\w+)$/.exec(name) ?? [];
    if (rest === undefined) continue;
    const isImmediate = begun !== undefined && !/^(nit|nfo|nter|s_)/.test(rest);
    const base = isImmediate ? `${rest.charAt(0).toUpperCase()}${rest.slice(1)}` : `${begun ?? ''}${rest}`;
    const isBegun = isImmediate && !/^m?probe$/.test(rest);
    yield { name, base, isBegun, node };
  }
}

/** The constant of mpi.h that an argument is spelled as, through macros of the program too. */
export function constantName({ location }: Expression): string | undefined {
  for (let at = location.expansion; at !== undefined; at = at.expansion) {
    const text = at.file.text.slice(at.offset, at.offset + at.length);
    if (/^MPI_\w+$/.test(text)) return text;
  }
  return undefined;
}
