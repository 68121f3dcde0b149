/**
 * GNU attributes that change what a declaration means; the others are hints and are left alone.
 */
import type { Attribute, Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstantExpression } from '../constants/constant-expressions.ts';

/** Alignment of `aligned` without a number on x86-64. */
const LARGEST_ALIGNMENT = 16;
const MAX_ALIGNMENT = 1 << 16;

export function isPacked(attributes: readonly Attribute[]): boolean {
  return attributes.some(({ name }) => name === 'packed');
}

/** The largest alignment of members where `#pragma pack` limits it (lexer/pack-pragma.ts). */
export function memberAlignmentLimit(a: Analysis, attributes: readonly Attribute[]): number | undefined {
  const [argument] = attributes.find(({ name }) => name === 'pragma_pack')?.arguments ?? [];
  return argument && Number(integerConstantExpression(a, argument, 'alignment limit'));
}

export function isNoreturn(attributes: readonly Attribute[]): boolean {
  return attributes.some(({ name }) => name === 'noreturn');
}

/** Inlining that noinline and always_inline ask for. */
export function inliningOf(attributes: readonly Attribute[]): 'never' | 'always' | undefined {
  if (attributes.some(({ name }) => name === 'noinline')) return 'never';
  return attributes.some(({ name }) => name === 'always_inline') ? 'always' : undefined;
}

export function mayAlias(attributes: readonly Attribute[]): boolean {
  return attributes.some(({ name }) => name === 'may_alias');
}

/** `optimize("no-strict-aliasing")`: the function may read memory as another type than it was written as. */
export function isLoose(attributes: readonly Attribute[]): boolean {
  return attributes.some(
    ({ name, arguments: words }) => name === 'optimize' && words.some((word) => LOOSE.test(textOf(word))),
  );
}

const LOOSE = /(^|[\s,])(-f)?no-strict-aliasing\b/;

const textOf = (word: Expression): string => (word.kind === 'StringLiteral' ? String.fromCharCode(...word.units) : '');

/** The largest alignment asked for, in bytes. */
export function requestedAlignment(a: Analysis, attributes: readonly Attribute[]): number | undefined {
  let largest: number | undefined;
  for (const attribute of attributes) {
    if (attribute.name !== 'aligned' && attribute.name !== 'alignas') continue;
    const alignment = alignmentIn(a, attribute);
    if (alignment !== undefined) largest = Math.max(largest ?? 1, alignment);
  }
  return largest;
}

function alignmentIn(a: Analysis, { name, arguments: [argument], location }: Attribute): number | undefined {
  if (!argument) return LARGEST_ALIGNMENT;
  const value = integerConstantExpression(a, argument, 'requested alignment');
  if (value === undefined) return undefined;
  const alignment = Number(value);
  if (alignment === 0 && name === 'alignas') return undefined; // no effect (C11 6.7.5p6)
  if (alignment > 0 && alignment <= MAX_ALIGNMENT && Number.isInteger(Math.log2(alignment))) return alignment;
  a.error('SEM3330', `requested alignment ${value} is not a power of 2 up to ${MAX_ALIGNMENT}`, location);
  return undefined;
}

const UNSUPPORTED: ReadonlySet<string> = new Set(['mode', 'cleanup']);

const NO_VECTORS = "vector types are not supported ('vector_size'): use an array or a struct";

/** Says which attributes are not obeyed though they would change what the program does. */
export function checkSupported(a: Analysis, attributes: readonly Attribute[]): void {
  for (const { name, location } of attributes) {
    if (name === 'vector_size') a.error('SEM3332', NO_VECTORS, location);
    if (UNSUPPORTED.has(name)) a.warning('SEM3331', 'attributes', `attribute '${name}' is ignored`, location);
  }
}
