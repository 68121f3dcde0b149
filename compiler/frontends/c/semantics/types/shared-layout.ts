/**
 * Type qualifiers: C's, and UPC's shared with its layout, strict and relaxed (UPC 6.5.1.1).
 *
 * One idea: a layout is a number as soon as it can be; `[*]` waits as STAR_BLOCK until the whole declarator is known
 * and `settleLayout` computes it (or reports it where it may not stand).
 */

import { advice } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type { Layout, Qualifiers } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstantExpression } from '../constants/constant-expressions.ts';
import { mayBeAtomic } from '../intrinsics/atomics.ts';
import { isShared, STAR_BLOCK, ultimateElement } from './primitives.ts';
import { qualify } from './qualified.ts';
import { elementCount, hasThreadsDimension } from './sizes.ts';
import type { QualifiedType } from './types.ts';
import { typeText } from './typetext.ts';

/** UPC_MAX_BLOCK_SIZE (UPC 6.3.3): a phase fits in 30 bits. */
const MAX_BLOCK_SIZE = 1073741823;

/** The type with the qualifiers of a specifier or pointer qualifier list. */
export function withQualifiers(a: Analysis, base: QualifiedType, list: Qualifiers, location: Location): QualifiedType {
  const shared = sharedQualifier(a, base, list);
  const reference = referenceQualifier(a, base, list, shared !== undefined);
  if (list.restrict && base.type.kind !== 'pointer')
    a.error('SEM3320', `invalid use of 'restrict' on '${typeText(base)}'`, location);
  return qualify(base, {
    const: list.const,
    volatile: list.volatile,
    restrict: list.restrict && base.type.kind === 'pointer',
    atomic: list.atomic && mayBeAtomic(a, base, list.shared.length > 0, location),
    ...(shared && { shared }),
    ...(reference && { reference }),
  });
}

function sharedQualifier(a: Analysis, base: QualifiedType, list: Qualifiers): QualifiedType['shared'] {
  const [first] = list.shared;
  if (!first) return undefined;
  if (base.type.kind === 'function') {
    const text = `'shared' on the function type '${typeText(base)}': only objects are shared (UPC 1.3, 3.3)`;
    a.error('UPC3110', text, first.location);
    return undefined;
  }
  let block = statedBlock(base);
  for (const { layout, location } of list.shared) {
    if (layout.kind === 'none') continue;
    const own = blockOf(a, layout, location);
    if (block !== undefined && block !== own) {
      const sizes = `${blockName(block)} and ${blockName(own)}`;
      a.error(
        'UPC3102',
        `more than one block size in one list of qualifiers: ${sizes} (UPC 1.3, 6.5.2)`,
        location,
        advice('keep one of them'),
      );
    }
    block = own;
    if (base.type.kind === 'void')
      a.error(
        'UPC3107',
        "a pointer to 'shared void' has no layout qualifier (UPC 1.3, 6.5.1.1)",
        location,
        advice("write 'shared void *'; a cast to a pointer with a layout qualifier gives it one"),
      );
  }
  return block === undefined || base.type.kind === 'void' ? { block: 1, unstated: true } : { block };
}

/** The block size that a typedef within the specifiers already gave. */
function statedBlock(base: QualifiedType): number | undefined {
  const { shared } = ultimateElement(base);
  return shared?.unstated ? undefined : shared?.block;
}

function blockName(block: number): string {
  if (block === STAR_BLOCK) return '[*]';
  return block === 0 ? '[]' : `[${block}]`;
}

function blockOf(a: Analysis, layout: Layout, location: Location): number {
  switch (layout.kind) {
    case 'none':
      return 1;
    case 'indefinite':
      return 0;
    case 'star':
      a.starPending = true;
      return STAR_BLOCK;
    case 'block': {
      const size = integerConstantExpression(a, layout.size, 'block size', ' (UPC 1.3, 6.5.1.1)');
      return size === undefined ? 1 : checkedBlock(a, size, location);
    }
  }
}

function checkedBlock(a: Analysis, size: bigint | number, location: Location): number {
  if (size < 0) {
    a.error(
      'UPC3118',
      `block size ${size} is negative (UPC 1.3, 6.5.1.1)`,
      location,
      advice('0 or nothing in the brackets keeps all on one thread'),
    );
    return 1;
  }
  if (size > MAX_BLOCK_SIZE) {
    const text = `block size ${size} is larger than UPC_MAX_BLOCK_SIZE, ${MAX_BLOCK_SIZE} (UPC 1.3, 6.3.3)`;
    a.error('UPC3119', text, location);
    return 1;
  }
  return Number(size);
}

function referenceQualifier(
  a: Analysis,
  base: QualifiedType,
  { strict, relaxed }: Qualifiers,
  shared: boolean,
): QualifiedType['reference'] {
  const location = strict ?? relaxed;
  if (!location) return undefined;
  const own = strict ? 'strict' : 'relaxed';
  const inherited = ultimateElement(base).reference;
  if ((strict && relaxed) || (inherited && inherited !== own))
    a.error(
      'UPC3101',
      "both 'strict' and 'relaxed' in one list of qualifiers (UPC 1.3, 6.5.2)",
      location,
      advice('keep one of them'),
    );
  if (shared || isShared(base)) return own;
  const hint = advice(`add 'shared', or leave '${own}' out`);
  a.error('UPC3103', `'${own}' without 'shared' (UPC 1.3, 6.5.1.1)`, location, hint);
  return undefined;
}

/** Computes `[*]` of the declared object or type; it may stand nowhere else in the type. */
export function settleLayout(a: Analysis, type: QualifiedType, location: Location): QualifiedType {
  if (!a.starPending) return type;
  const inner = withoutInnerStars(a, type, location);
  return ultimateElement(inner).shared?.block === STAR_BLOCK ? withBlock(inner, starBlock(a, inner, location)) : inner;
}

/** UPC 6.5.1.1p6: not in a typedef. */
export function forbidStar(a: Analysis, type: QualifiedType, location: Location): QualifiedType {
  if (!a.starPending || ultimateElement(type).shared?.block !== STAR_BLOCK) return type;
  const hint = advice("declare the array itself '[*]', or give the block size");
  a.error('UPC3106', "layout '[*]' in a typedef (UPC 1.3, 6.5.1.1)", location, hint);
  return withBlock(type, 1);
}

function withBlock(type: QualifiedType, block: number): QualifiedType {
  return qualify(type, { shared: { block } });
}

/** UPC 6.5.1.1p12: (elements + THREADS - 1) / THREADS, with elements a multiple of THREADS where THREADS is unknown. */
function starBlock(a: Analysis, type: QualifiedType, location: Location): number {
  const count = elementCount(type.type);
  if (count === undefined) {
    a.error(
      'UPC3105',
      `layout '[*]' needs an array of known size, not '${typeText(withBlock(type, 1))}' (UPC 1.3, 6.5.1.1)`,
      location,
    );
    return 1;
  }
  const { threads } = a;
  const scaled = hasThreadsDimension(type.type);
  if (threads === undefined) return scaled ? checkedBlock(a, Math.max(1, count), location) : 1;
  return checkedBlock(a, Math.max(1, Math.floor((count + threads - 1) / threads)), location);
}

/** UPC 6.5.1.1p5: the types pointed to have no `[*]`. */
function withoutInnerStars(a: Analysis, type: QualifiedType, location: Location): QualifiedType {
  const core = type.type;
  if (core.kind === 'array') {
    const element = withoutInnerStars(a, core.element, location);
    return element === core.element ? type : { ...type, type: { ...core, element } };
  }
  const target = core.kind === 'pointer' ? core.to : core.kind === 'function' ? core.result : undefined;
  if (!target) return type;
  let to = withoutInnerStars(a, target, location);
  if (ultimateElement(to).shared?.block === STAR_BLOCK) {
    const hint = advice('give the block size of the array that it points into');
    a.error('UPC3104', "layout '[*]' in the specifiers of a pointer type (UPC 1.3, 6.5.1.1)", location, hint);
    to = withBlock(to, 1);
  }
  if (to === target) return type;
  return {
    ...type,
    type: core.kind === 'pointer' ? { ...core, to } : { ...(core as typeof core & { kind: 'function' }), result: to },
  };
}
