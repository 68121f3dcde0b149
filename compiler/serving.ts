/**
 * The main of a program whose functions JavaScript calls, as a text in UPC: each thread waits for a request, calls the function that
 * it names, and leaves the result where the caller finds it (runtime/calls/board.ts).
 *
 * One idea: what a call means is said in C, so that every back end, level and network knows it; and that the linker keeps these functions.
 */
import { END, FIRST_FUNCTION } from '../runtime/calls/board.ts';
import type { Callable, CallValue } from './callable.ts';

/** C's types of values that are passed, and their members of the union. */
const TYPES = {
  ...{ i8: 'signed char', u8: 'unsigned char', i16: 'short', u16: 'unsigned short', i32: 'int', u32: 'unsigned' },
  ...{ i64: 'long long', u64: 'unsigned long long', f32: 'float', f64: 'double' },
  ...{ bool: '_Bool', pointer: 'void *' },
};

/** `callables`: those that are not refused. */
export function servingText(callables: readonly Callable[]): string {
  const most = Math.max(1, ...callables.map(({ parameters }) => parameters.length));
  const members = Object.entries(TYPES).map(([kind, type]) => `${type} ${kind};`);
  return `int __call_next(void *);
int fflush(void *);
${callables.map(prototypeOf).join('\n')}
static struct { int request, function, come, unused; union { ${members.join(' ')} } result, argument[${most}]; } board;
int main(void) {
  for (;;) {
    switch (__call_next(&board)) {
      case ${END}: return 0;
${callables.map(caseOf).join('\n')}
    }
    fflush(0);
  }
}
`;
}

const typeOf = ({ kind }: CallValue) => (kind === 'void' ? 'void' : TYPES[kind]);

function prototypeOf({ name, parameters, result }: Callable): string {
  return `${typeOf(result)} ${name}(${parameters.map(typeOf).join(', ') || 'void'});`;
}

function caseOf({ name, parameters, result }: Callable, index: number): string {
  const values = parameters.map(({ kind }, at) => `board.argument[${at}].${kind}`);
  const call = `${name}(${values.join(', ')})`;
  const kept = result.kind === 'void' ? call : `board.result.${result.kind} = ${call}`;
  return `      case ${FIRST_FUNCTION + index}: ${kept}; break;`;
}
