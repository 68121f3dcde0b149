/**
 * -Wmemset-transposed-args, -Wsizeof-pointer-memaccess, -Wnonnull: calls of <string.h> with an argument that cannot be meant.
 */
import type { Call, Expression, SizeOf } from '../ast/ast.ts';
import type { Lint } from './lint.ts';
import { spelled } from './spelling.ts';

/** Positions of the arguments that may not be null pointers. */
const NOT_NULL: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  `memcpy:0,1 memmove:0,1 memset:0 memcmp:0,1 memchr:0 strlen:0 strcpy:0,1 strncpy:0,1 strcat:0,1 strncat:0,1 strcmp:0,1
   strncmp:0,1 strchr:0 strrchr:0 strstr:0,1 strdup:0 strcasecmp:0,1 strncasecmp:0,1 printf:0 sprintf:1 puts:0`
    .split(/\s+/)
    .map((row) => row.split(':') as [string, string])
    .map(([name, positions]) => [name, positions.split(',').map(Number)]),
);
const SIZED: ReadonlySet<string> = new Set(['memcpy', 'memmove', 'memset', 'memcmp', 'strncpy', 'strncat', 'strncmp']);

/** Calls of functions that the program does not define itself. */
export function* libraryCalls({ outline, facts }: Lint): Iterable<{ name: string; node: Call }> {
  for (const node of outline.all('Call')) {
    const symbol = facts.symbolOf[node.callee.id];
    if (symbol?.kind === 'function' && !symbol.definition) yield { name: symbol.name, node };
  }
}

function isZero({ facts }: Lint, { id }: Expression): boolean {
  const constant = facts.constantOf[id];
  return constant?.kind === 'integer' && constant.value === 0n;
}

/** `memset(p, n, 0)`, which does nothing. */
export function memsetTransposed(lint: Lint): void {
  for (const { name, node } of libraryCalls(lint)) {
    const [, byte, length] = node.arguments;
    if (name !== 'memset' || !byte || !length || length.kind !== 'IntegerLiteral' || !isZero(lint, length)) continue;
    if (byte.kind === 'IntegerLiteral' && isZero(lint, byte)) continue;
    lint.warning(
      'SEM3644',
      "'memset' used with constant zero length parameter; this could be due to transposed parameters",
      node.location,
    );
  }
}

/** `memset(p, 0, sizeof p)`: the size of the pointer, not of what it points to. */
export function sizeofPointer(lint: Lint): void {
  for (const { name, node } of libraryCalls(lint)) {
    const size = node.arguments[2];
    if (!SIZED.has(name) || size?.kind !== 'SizeOf' || size.operator !== 'sizeof') continue;
    const target = node.arguments[0] as Expression;
    if (isOf(lint, size, target)) pointerSize(lint, name, size, target);
  }
}

function isOf({ facts }: Lint, { operand }: SizeOf, target: Expression): boolean {
  if (operand.kind === 'TypeName' || facts.typeOf[operand.id]?.type.kind !== 'pointer') return false;
  const text = spelled(operand);
  return text !== undefined && text === spelled(target) && !operand.location.expansion;
}

function pointerSize(lint: Lint, name: string, { location }: SizeOf, target: Expression): void {
  const text = `argument to 'sizeof' in '${name}' call is the same expression as the destination; did you mean to dereference it?`;
  lint.warning('SEM3645', `${text} ('sizeof *${spelled(target)}')`, location);
}

export function nonnull(lint: Lint): void {
  for (const { name, node } of libraryCalls(lint))
    for (const position of NOT_NULL[name] ?? []) {
      const given = node.arguments[position];
      if (given && isNull(lint, given))
        lint.warning('SEM3646', `argument ${position + 1} null where non-null expected`, given.location);
    }
}

function isNull(lint: Lint, node: Expression): boolean {
  return node.kind === 'Cast' ? isNull(lint, node.operand) : isZero(lint, node);
}
