/**
 * Initializers (C99 6.7.8): from nested, designated, brace-elided lists to a flat list of parts.
 *
 * Takes: the type of the object and its initializer. Gives: the parts and the completed type. One idea: a cursor over
 * the items of one pair of braces is shared by the aggregates that are walked below it; a designator takes the walk
 * back to the level of its braces.
 */

import type { Location } from '../../../../source/source.ts';
import type { Designator, Expression, Initializer, InitializerList, StringLiteral } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { typeName } from '../declarations/typenames.ts';
import { assign } from '../expressions/assignable.ts';
import { rvalue } from '../expressions/expressions.ts';
import type { Operand } from '../expressions/operand.ts';
import { stringType, wideCharacter } from '../expressions/primary.ts';
import type { ObjectInitializer } from '../facts.ts';
import { compatibleTypes } from '../types/compatible.ts';
import { isArray, isCharacter, isStruct, unqualified } from '../types/primitives.ts';
import { sizeOf } from '../types/sizes.ts';
import type { ArrayType, QualifiedType, StructType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { Parts } from './initial-parts.ts';
import { elementAt, type Position, positionOf, type Spot } from './initial-spots.ts';

interface Initialized {
  readonly initializer: ObjectInitializer;
  /** With its length where the initializer gives it. */
  readonly type: QualifiedType;
}

/** Flattens an initializer for an object of the type; `fixed` objects need constants. */
export function initialize(a: Analysis, type: QualifiedType, node: Initializer, fixed: boolean): Initialized {
  const filling = new Filling(a, type, fixed);
  const outer = a.fixedInitializer;
  a.fixedInitializer = fixed;
  try {
    filling.whole(node);
  } finally {
    a.fixedInitializer = outer;
  }
  return { initializer: filling.initializer(), type: filling.completed() };
}

/** The items between one pair of braces, and how far they are used up. */
interface Cursor {
  readonly items: InitializerList['items'];
  at: number;
  /** The current item's designators were followed already. */
  placed: boolean;
  /** The current item's value, once it was looked at. */
  operand?: Operand;
}

class Filling {
  readonly #a: Analysis;
  readonly #type: QualifiedType;
  readonly #fixed: boolean;
  /** Elements seen of the array whose length the initializer gives: the object itself or its flexible member. */
  #length = 0;
  readonly #parts = new Parts();

  constructor(a: Analysis, type: QualifiedType, fixed: boolean) {
    this.#a = a;
    this.#type = type;
    this.#fixed = fixed;
  }

  // -------------------------------------------------------------- the object as a whole

  whole(node: Initializer): void {
    const spot: Spot = { type: this.#type, offset: 0 };
    if (node.kind === 'InitializerList') this.#braced(spot, node);
    else this.#unbraced(spot, node);
  }

  #unbraced(spot: Spot, node: Expression): void {
    const { type } = spot.type;
    if (node.kind === 'StringLiteral' && this.#suitsString(spot, node)) {
      this.#string(spot, node);
      return;
    }
    if (this.#fixed && node.kind === 'CompoundLiteral' && this.#sameAsLiteral(spot, node)) {
      this.#braced(spot, node.initializer);
      return;
    }
    const value = rvalue(this.#a, node);
    if (!isArray(type)) {
      this.#value(spot, value);
      return;
    }
    if (!value.failed)
      this.#a.error(
        'SEM3400',
        `array '${typeText(spot.type)}' needs a list or a string literal as initializer`,
        node.location,
      );
  }

  /** GNU: a compound literal of the very type may initialise a static object. */
  #sameAsLiteral({ type }: Spot, node: Expression & { kind: 'CompoundLiteral' }): boolean {
    const { type: literal } = typeName(this.#a, node.typeName);
    return (isArray(literal) || isStruct(literal)) && compatibleTypes(literal, type.type);
  }

  completed(): QualifiedType {
    const { type } = this.#type;
    if (isArray(type) && type.length === undefined) return { ...this.#type, type: { ...type, length: this.#length } };
    return this.#type;
  }

  /** Parts are evaluated in the order of their places, as gcc does (C99 6.7.8p23 leaves it open). */
  initializer(): ObjectInitializer {
    const parts = this.#parts.inOrder();
    const { type } = this.#type;
    const size = isStruct(type) && this.#length > 0 ? sizeWithFlexible(type, this.#length) : undefined;
    return { parts, ...(size !== undefined && { size }) };
  }

  // -------------------------------------------------------------- braces

  #braced(spot: Spot, node: InitializerList): void {
    const { type } = spot.type;
    this.#parts.clear(spot);
    const [first] = node.items;
    const only = first?.value;
    if (
      isArray(type) &&
      only?.kind === 'StringLiteral' &&
      !first?.designators.length &&
      this.#suitsString(spot, only)
    ) {
      if (node.items.length > 1) this.#excess(node.items[1]!.value, 'char array');
      this.#string(spot, only);
      return;
    }
    const cursor: Cursor = { items: node.items, at: 0, placed: false };
    if (isArray(type) || isStruct(type)) this.#aggregate(spot, cursor, true);
    else this.#bracedScalar(spot, cursor, node.location);
  }

  #bracedScalar(spot: Spot, cursor: Cursor, location: Location): void {
    const item = cursor.items[0];
    if (!item) return;
    if (item.designators.length > 0) {
      this.#a.error('SEM3401', `designator in initializer for scalar type '${typeText(spot.type)}'`, location);
      return;
    }
    if (item.value.kind === 'InitializerList') this.#braced(spot, item.value);
    else this.#value(spot, rvalue(this.#a, item.value));
    const second = cursor.items[1];
    if (second) this.#excess(second.value, 'scalar');
  }

  /** Walks the subobjects; without braces of its own it ends where it is full or a designator comes. */
  #aggregate(spot: Spot, cursor: Cursor, braced: boolean, path: readonly Designator[] = []): void {
    let next: Position = { index: 0, count: 1, rest: [] };
    let follow = path;
    while (cursor.at < cursor.items.length) {
      const item = cursor.items[cursor.at]!;
      if (follow.length === 0 && item.designators.length > 0 && !cursor.placed) {
        if (!braced) return;
        follow = item.designators;
        this.#parts.designated = true;
      }
      if (follow.length > 0) {
        cursor.placed = true;
        const named = positionOf(this.#a, spot.type.type, follow);
        follow = [];
        if (!named) {
          this.#skip(cursor);
          continue;
        }
        next = named;
      }
      const sub = elementAt(spot, next.index);
      if (!sub) {
        if (!braced) return;
        this.#excess(item.value, isArray(spot.type.type) ? 'array' : isUnion(spot) ? 'union' : 'struct');
        cursor.at = cursor.items.length;
        return;
      }
      if (isUnion(spot)) this.#parts.choose(spot, next.index);
      this.#measure(spot, next.index + next.count, item.value);
      if (next.count > 1) this.#range(sub, cursor, next);
      else this.#subobject(sub, cursor, next.rest);
      next = { index: isUnion(spot) ? Number.MAX_SAFE_INTEGER : next.index + next.count, count: 1, rest: [] };
    }
  }

  /** Keeps count where the initializer gives the length: of the object itself, or of a static one's flexible member. */
  #measure(spot: Spot, count: number, node: Initializer): void {
    const { type } = spot.type;
    if (!isArray(type) || type.length !== undefined) return;
    if (spot.member && (!this.#fixed || spot.depth !== 1) && this.#length === 0)
      this.#a.error('SEM3402', 'flexible array member is initialized in a nested or automatic object', node.location);
    this.#length = Math.max(this.#length, count);
  }

  #subobject(sub: Spot, cursor: Cursor, rest: readonly Designator[]): void {
    if (rest.length > 0) {
      this.#aggregate(sub, cursor, false, rest);
      return;
    }
    const { value } = cursor.items[cursor.at]!;
    if (value.kind === 'InitializerList') {
      this.#advance(cursor);
      this.#braced(sub, value);
      return;
    }
    this.#fromExpression(sub, cursor, value);
  }

  #fromExpression(sub: Spot, cursor: Cursor, node: Expression): void {
    const { type } = sub.type;
    if (isArray(type)) {
      if (node.kind !== 'StringLiteral' || !this.#suitsString(sub, node)) {
        this.#descend(sub, cursor);
        return;
      }
      this.#advance(cursor);
      this.#parts.clear(sub);
      this.#string(sub, node);
      return;
    }
    if (isStruct(type)) {
      if (node.kind === 'StringLiteral') {
        this.#descend(sub, cursor);
        return;
      }
      if (this.#fixed && node.kind === 'CompoundLiteral' && this.#sameAsLiteral(sub, node)) {
        this.#advance(cursor);
        this.#braced(sub, node.initializer);
        return;
      }
      cursor.operand ??= rvalue(this.#a, node);
      if (!compatibleTypes(cursor.operand.type.type, type)) {
        this.#descend(sub, cursor);
        return;
      }
    }
    const value = cursor.operand ?? rvalue(this.#a, node);
    this.#advance(cursor);
    this.#parts.clear(sub);
    this.#value(sub, value);
  }

  /** Braces are left out: the members of the subobject take the items. */
  #descend(sub: Spot, cursor: Cursor): void {
    cursor.placed = true;
    this.#aggregate(sub, cursor, false);
  }

  #advance(cursor: Cursor): void {
    cursor.at++;
    cursor.placed = false;
    delete cursor.operand;
  }

  /** Leaves out an item whose place is wrong; its value is looked at all the same. */
  #skip(cursor: Cursor): void {
    this.#lookAt(cursor.items[cursor.at]!.value);
    this.#advance(cursor);
  }

  #lookAt(node: Initializer): void {
    if (node.kind !== 'InitializerList') rvalue(this.#a, node);
    else for (const { value } of node.items) this.#lookAt(value);
  }

  // -------------------------------------------------------------- parts

  #value({ type, offset, member }: Spot, value: Operand): void {
    const before = this.#a.bag.all.length;
    assign(this.#a, value, unqualified(type), { kind: 'initialization' });
    if (value.failed) return;
    const constant = value.constant !== undefined || value.sharedAddress === true;
    if (this.#fixed && !constant && this.#a.bag.all.length === before) this.#notConstant(value);
    const { bitField } = member ?? {};
    if (this.#fixed && value.constant) this.#a.convertedConstants.set(value.node.id, value.constant);
    this.#parts.add({ offset, type, ...(bitField && { bitField }), value: value.node });
  }

  #notConstant(value: Operand): void {
    const dynamic = value.node.kind === 'Threads' || value.node.kind === 'MyThread';
    const why = dynamic ? `: '${value.node.kind.toUpperCase()}' is known only at run time` : '';
    this.#a.error('SEM3403', `initializer element is not constant${why}`, value.node.location);
  }

  #suitsString({ type }: Spot, node: StringLiteral): boolean {
    if (!isArray(type.type)) return false;
    const element = type.type.element.type;
    return node.wide ? compatibleTypes(element, wideCharacter(node)) : isCharacter(element);
  }

  #string({ type, offset }: Spot, node: StringLiteral): void {
    const { length, element } = type.type as ArrayType;
    const units = node.units.length;
    if (typeof length === 'number' && units > length) {
      const text = `initializer-string of ${units} characters is too long for '${typeText(type)}'`;
      this.#a.warning('SEM3404', 'excess-initializers', text, node.location);
    }
    if (length === undefined) this.#length = Math.max(this.#length, units + 1);
    this.#a.typeOf[node.id] = stringType(node);
    const known = typeof length === 'number' ? length : units + 1;
    this.#parts.add({
      offset,
      type: { type: { kind: 'array', element, length: known, timesThreads: false } },
      value: node,
    });
  }

  /** GNU `[first ... last]`: the first element is initialised, and then all others like it. */
  #range(sub: Spot, cursor: Cursor, { count, rest }: Position): void {
    const { location } = cursor.items[cursor.at]!.value;
    if (!this.#parts.repeat(sub, count, () => this.#subobject(sub, cursor, rest)))
      this.#a.error('SEM3406', `range of ${count} elements in an initializer is too large`, location);
  }

  #excess(node: Initializer, kind: string): void {
    this.#a.warning('SEM3405', 'excess-initializers', `excess elements in ${kind} initializer`, node.location);
    this.#lookAt(node);
  }
}

function isUnion({ type: { type } }: Spot): boolean {
  return isStruct(type) && type.union;
}

/** GNU: what a static struct whose flexible array member has `length` elements needs of memory; its type stays. */
function sizeWithFlexible(type: StructType, length: number): number | undefined {
  const last = type.members?.at(-1);
  if (!last || !isArray(last.type.type) || last.type.type.length !== undefined) return undefined;
  const end = last.offset + (sizeOf({ ...last.type.type, length }) ?? 0);
  return Math.max(type.size, end);
}
