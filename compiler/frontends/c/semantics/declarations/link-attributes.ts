/**
 * GNU attributes that the linker obeys: weak names, other names, functions that run before and after main.
 *
 * Takes: the attributes of a declaration. Gives: what they say, noted in the symbol: each declaration of a name adds to it.
 */
import type { Attribute } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstantExpression } from '../constants/constant-expressions.ts';
import type { FunctionSymbol, ObjectSymbol } from '../facts.ts';

/** Of a constructor without one: behind all that have one. */
const LAST = 65535;

/** Of a function. */
export function linkAttributes(a: Analysis, symbol: FunctionSymbol, attributes: readonly Attribute[]): void {
  for (const attribute of attributes) {
    const { name } = attribute;
    if (name === 'weak') symbol.weak = true;
    else if (name === 'constructor') symbol.beforeMain = priorityOf(a, attribute);
    else if (name === 'destructor') symbol.afterMain = priorityOf(a, attribute);
    else if (name === 'alias' || name === 'weakref') otherName(a, symbol, attribute);
  }
  if (symbol.weakReference === undefined || symbol.alias === undefined) return;
  symbol.weakReference = symbol.alias; // weakref without an argument
  delete symbol.alias;
}

/** Of an object. */
export function linkObject(a: Analysis, symbol: ObjectSymbol, attributes: readonly Attribute[]): void {
  for (const { name, location } of attributes) {
    if (name === 'weak') symbol.weak = true;
    else if (name === 'alias' || name === 'weakref')
      a.error('SEM3334', `'${symbol.name}' cannot be another name of an object: attribute '${name}'`, location, [
        { text: 'functions can have other names; let a macro or a pointer stand for the object' },
      ]);
  }
}

function priorityOf(a: Analysis, { name, arguments: [argument] }: Attribute): number {
  if (!argument) return LAST;
  const value = integerConstantExpression(a, argument, `${name} priority`);
  if (value !== undefined && (value < 0n || value > LAST)) {
    const text = `${name} priorities must be integers from 0 to ${LAST} inclusive, not ${value}`;
    a.error('SEM3335', text, argument.location);
  }
  return Number(value ?? LAST);
}

function otherName(a: Analysis, symbol: FunctionSymbol, { name, arguments: [argument], location }: Attribute): void {
  if (argument?.kind === 'StringLiteral') {
    const target = new TextDecoder().decode(Uint8Array.from(argument.units));
    if (name === 'alias') symbol.alias = target;
    else symbol.weakReference = target;
  } else if (name === 'weakref' && !argument) symbol.weakReference = '';
  else a.error('SEM3336', `attribute '${name}' takes the name of a function, as a string literal`, location);
}

/** At the end of the unit: another name needs a definition here, and has none of its own. */
export function checkAliases(a: Analysis): void {
  for (const { name, alias, definition, location } of a.functionSymbols) {
    if (alias === undefined) continue;
    if (definition) a.error('SEM3337', `'${name}' is defined both normally and as an alias`, location);
    else if (!a.functions.some(({ symbol }) => symbol.name === alias))
      a.error('SEM3337', `'${name}' aliased to undefined symbol '${alias}'`, location, [
        { text: 'the function must be defined in the same source' },
      ]);
  }
}
