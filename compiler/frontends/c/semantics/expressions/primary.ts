/**
 * Literals, names, THREADS and MYTHREAD (C99 6.5.1, UPC 6.3).
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import { missingName } from '../../../../diagnostics/suggestion.ts';
import type {
  CharacterLiteral,
  FloatingLiteral,
  Identifier,
  IntegerLiteral,
  MyThread,
  StringLiteral,
  Threads,
} from '../../ast/ast.ts';
import { dialectNotes } from '../../lexer/dialect.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstant, round, toComplex, wrap } from '../constants/constants.ts';
import type { Symbol as Name, ObjectSymbol } from '../facts.ts';
import { builtinFunction, implicitFunction } from '../intrinsics/builtins.ts';
import {
  arrayOf,
  CHAR,
  complexOf,
  DOUBLE,
  FLOAT,
  INT,
  LONG,
  LONG_DOUBLE,
  LONG_LONG,
  UNSIGNED_INT,
  UNSIGNED_LONG_LONG,
  UNSIGNED_SHORT,
  unsignedOf,
  WIDE_CHARACTER,
} from '../types/primitives.ts';
import type { IntegerType, QualifiedType } from '../types/types.ts';
import { failure, type Operand, operand } from './operand.ts';

/** C99 6.4.4.1p5: the first of the candidate types that holds the value. */
export function integerLiteral(a: Analysis, node: IntegerLiteral): Operand {
  const type = candidates(node).find((each) => wrap(node.value, each) === node.value);
  if (!type) {
    const text = `integer constant ${node.value} is too large for its type`;
    a.warning('SEM3001', 'overflow', text, node.location);
  }
  const found = type ?? UNSIGNED_LONG_LONG;
  if (node.imaginary) {
    const complex = complexOf(DOUBLE);
    return operand(a, node, { type: complex }, { constant: toComplex(0, Number(node.value), complex) });
  }
  return operand(a, node, { type: found }, { constant: integerConstant(wrap(node.value, found)) });
}

function candidates({ long, unsigned, decimal }: IntegerLiteral): IntegerType[] {
  const signed = [INT, LONG, LONG_LONG].slice(long);
  if (unsigned) return signed.map(unsignedOf);
  return decimal ? signed : signed.flatMap((type) => [type, unsignedOf(type)]);
}

export function floatingLiteral(a: Analysis, node: FloatingLiteral): Operand {
  const type = node.suffix === 'f' ? FLOAT : node.suffix === 'l' ? LONG_DOUBLE : DOUBLE;
  if (node.imaginary) {
    const complex = complexOf(type);
    return operand(a, node, { type: complex }, { constant: toComplex(0, node.value, complex) });
  }
  return operand(a, node, { type }, { constant: { kind: 'floating', value: round(node.value, type) } });
}

export function characterLiteral(a: Analysis, node: CharacterLiteral): Operand {
  const type = node.wide ? wideCharacter(node) : INT;
  return operand(a, node, { type }, { constant: integerConstant(wrap(BigInt(node.value), type)) });
}

/** The type of a string literal: with its terminating zero. */
export function stringType(node: StringLiteral): QualifiedType {
  return { type: arrayOf({ type: node.wide ? wideCharacter(node) : CHAR }, node.units.length + 1) };
}

/** Literals with the same contents are one object. */
export function stringLiteral(a: Analysis, node: StringLiteral): Operand {
  const type = stringType(node);
  const key = `${node.wide ? (node.unicode ?? 'L') : ''}${node.units.join(',')}`;
  let symbol = a.strings.get(key);
  if (!symbol) {
    symbol = staticBytes(a, 'string', type, bytesOf(node), node);
    a.strings.set(key, symbol);
  }
  a.symbolOf[node.id] = symbol;
  return operand(a, node, type, { lvalue: true, place: { symbol, offset: 0 } });
}

function staticBytes(
  a: Analysis,
  name: string,
  type: QualifiedType,
  bytes: Uint8Array,
  node: { location: ObjectSymbol['location'] },
): ObjectSymbol {
  const symbol: ObjectSymbol = {
    kind: 'object',
    name,
    type,
    storage: 'static',
    linkage: 'none',
    defined: true,
    tentative: false,
    addressTaken: true,
    location: node.location,
    ...(a.function && { owner: a.function.definition }),
  };
  a.addStatic(symbol).bytes = bytes;
  return symbol;
}

/** The literal's bytes in memory, with the terminating zero. */
export function bytesOf({ units, wide, unicode }: StringLiteral): Uint8Array {
  const all = [...units, 0];
  if (!wide) return Uint8Array.from(all);
  return new Uint8Array((unicode === 'u' ? Uint16Array : Int32Array).from(all).buffer);
}

/** wchar_t, char16_t or char32_t. */
export function wideCharacter({ unicode }: Pick<StringLiteral, 'unicode'>): IntegerType {
  if (unicode === 'u') return UNSIGNED_SHORT;
  return unicode === 'U' ? UNSIGNED_INT : WIDE_CHARACTER;
}

export function identifier(a: Analysis, node: Identifier): Operand {
  const symbol = a.scope.find(node.name) ?? functionName(a, node) ?? builtinFunction(a, node.name, node.location);
  if (!symbol) return undeclared(a, node);
  a.symbolOf[node.id] = symbol;
  return named(a, node, symbol);
}

function named(a: Analysis, node: Identifier, symbol: Name): Operand {
  switch (symbol.kind) {
    case 'enumerator':
      return operand(a, node, { type: symbol.type }, { constant: integerConstant(symbol.value) });
    case 'object': {
      const fixed = symbol.storage === 'static';
      return operand(a, node, symbol.type, { lvalue: true, ...(fixed && { place: { symbol, offset: 0 } }) });
    }
    case 'function':
      return operand(a, node, symbol.type, { lvalue: true, place: { symbol, offset: 0 } });
    case 'typedef':
      a.error(
        'SEM3002',
        `'${node.name}' is a type, not an expression`,
        node.location,
        noteAt('declared here', symbol.location),
      );
      return failure(a, node);
  }
}

/** `__func__` and its GNU spellings (C99 6.4.2.2): an array that exists once in each function. */
function functionName(a: Analysis, node: Identifier): ObjectSymbol | undefined {
  if (!/^__(func|FUNCTION|PRETTY_FUNCTION)__$/.test(node.name)) return undefined;
  const { function: current } = a;
  if (current?.nameObject) return current.nameObject;
  const bytes = new TextEncoder().encode(`${current?.symbol.name ?? ''}\0`);
  const type: QualifiedType = { type: arrayOf({ type: CHAR, const: true }, bytes.length) };
  const symbol = staticBytes(a, '__func__', type, bytes, node);
  if (current) current.nameObject = symbol;
  else
    a.warning('SEM3003', 'func-outside-function', `'${node.name}' is not defined outside of a function`, node.location);
  return symbol;
}

/** Among what was typed into a session, outside of the functions defined there. */
const isInput = (a: Analysis): boolean => a.input !== undefined && (!a.function || a.function === a.input);

function undeclared(a: Analysis, node: Identifier): Operand {
  const seen = a.function?.undeclared;
  if (seen?.has(node.name) || a.lost.has(node.name)) return failure(a, node);
  seen?.add(node.name);
  const where = isInput(a) ? '' : a.function ? ' (first use in this function)' : ' here (not in a function)';
  const { hint, fixes } = missingName(node.name, namesInSight(a), node.location, a.options.headerOf);
  const notes = dialectNotes([{ kind: 'name', text: node.name }]);
  a.error('SEM3004', `'${node.name}' undeclared${where}${hint}`, node.location, notes, fixes);
  return failure(a, node);
}

/** 'return' too: `retrun -1` is an expression. */
function namesInSight(a: Analysis): Iterable<string> {
  const names = [...a.scope.visibleNames(), 'return'];
  return a.options.dialect?.language === 'c' ? names : [...names, 'MYTHREAD', 'THREADS'];
}

/** A name that is called: what no declaration explains is a function that returns int (C90), or one of the library's. */
export function calledIdentifier(a: Analysis, node: Identifier): Operand {
  const known = a.scope.find(node.name) ?? builtinFunction(a, node.name, node.location);
  if (!known && a.lost.has(node.name)) return failure(a, node);
  const symbol = known ?? implicitFunction(a, node.name, node.location);
  a.symbolOf[node.id] = symbol;
  return named(a, node, symbol);
}

/** UPC 6.3.1: a constant where the number of threads is known at translation. */
export function threads(a: Analysis, node: Threads): Operand {
  const constant = a.threads === undefined ? undefined : integerConstant(a.threads);
  return operand(a, node, { type: INT }, { ...(constant && { constant }) });
}

export function myThread(a: Analysis, node: MyThread): Operand {
  return operand(a, node, { type: INT });
}
