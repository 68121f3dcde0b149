/**
 * A function definition as an ir.Function (C99 6.9.1).
 *
 * One idea: parameters arrive as machine values; each gets the home its symbol requires, converted where an old-style
 * definition was passed a promoted value. A body that falls off the end gets a return.
 */
import { local, zero } from '../../../ir/builders.ts';
import type { Function as Definition, Expression, MachineType, Statement } from '../../../ir/ir.ts';
import type { FunctionFacts, FunctionSymbol, ObjectSymbol } from '../semantics/facts.ts';
import type { CType, FunctionType } from '../semantics/types/types.ts';
import { typeText } from '../semantics/types/typetext.ts';
import { callLibrary } from './expressions/calls.ts';
import { convertValue } from './expressions/conversions.ts';
import { evaluateCoextents, evaluateParameterLengths } from './expressions/sizes.ts';
import { FunctionLowering } from './function.ts';
import { declare, partNames, rangeOfType } from './home.ts';
import { storePlace } from './places/access.ts';
import { memoryPlace, placeOfSymbol } from './places/places.ts';
import { checkReads } from './places/unset.ts';
import { scalarisable } from './scalarise.ts';
import { scalarsOf, shapeOf } from './shape.ts';
import { passedScalars, returnsStruct, signatureOfDefinition } from './signatures.ts';
import { endsFlow, restructure } from './statements/restructure.ts';
import { lowerBlock } from './statements/statements.ts';
import type { UnitLowering } from './unit.ts';
import { localsValue } from './value.ts';

interface Parameter {
  readonly name: string;
  readonly type: MachineType;
}

export function lowerFunction(unit: UnitLowering, facts: FunctionFacts): Definition {
  const f = new FunctionLowering(unit, facts);
  const type = facts.symbol.type.type as FunctionType;
  f.result = type.result;
  f.scalarised = scalarisable(unit, facts);
  f.moveTo(facts.definition.location);
  const parameters = lowerParameters(f, facts, type);
  lowerBlock(f, facts.definition.body);
  const { results } = signatureOfDefinition(facts);
  const { body, dropped } = checkReads(closed(restructure(f, f.code), results), f.flagged, (name) =>
    readOfUnset(f, name),
  );
  return {
    name: unit.functionName(facts.symbol),
    linkage: unit.isExternal(facts.symbol) ? 'external' : 'internal',
    parameters,
    results,
    locals: f.locals.filter(({ name }) => !dropped.has(name)),
    frame: f.slots,
    body,
    at: unit.positionOf(facts.symbol.location),
    ...linkageOf(facts.symbol),
    prototype: prototypeOf(facts),
  };
}

function linkageOf({ inlining, weak, beforeMain, afterMain }: FunctionSymbol): Partial<Definition> {
  return {
    ...(inlining && { inlining }),
    ...(weak && { weak }),
    ...(beforeMain !== undefined && { beforeMain }),
    ...(afterMain !== undefined && { afterMain }),
  };
}

/** Ends the job: the variable of that name is read uninitialized. */
function readOfUnset(f: FunctionLowering, name: string): Statement[] {
  const text: Expression = { op: 'static', type: 'i32', symbol: f.unit.text(name), offset: 0 };
  return f.collect(() => callLibrary(f, '__pgasc_unset', [text], []));
}

/** Falling off the end returns zero, as C requires of main and allows elsewhere. */
function closed(body: readonly Statement[], results: readonly MachineType[]): readonly Statement[] {
  if (results.length === 0 || endsFlow(body)) return body;
  return [...body, { op: 'return', values: results.map(zero) }];
}

function prototypeOf({ symbol, parameters }: FunctionFacts): string {
  const { result, variadic } = symbol.type.type as FunctionType;
  const texts = parameters.map((parameter) => `${typeText(parameter.type)} ${parameter.name}`);
  return `${typeText(result)} ${symbol.name}(${[...texts, ...(variadic ? ['...'] : [])].join(', ') || 'void'})`;
}

// ---------------------------------------------------------------- parameters

function lowerParameters(f: FunctionLowering, facts: FunctionFacts, type: FunctionType): Parameter[] {
  const made: Parameter[] = [];
  const add = (base: string, machine: MachineType) => {
    const name = f.parameter(base, machine);
    made.push({ name, type: machine });
    return name;
  };
  if (returnsStruct(type.result.type)) f.resultAddress = local(add('result', 'i32'), 'i32');
  const passed = facts.parameters.map((symbol, index) => {
    const arriving = facts.passedTypes[index] ?? symbol.type.type;
    const names = namesOf(symbol, arriving).map((base, part) =>
      add(base, passedScalars(arriving)[part] as MachineType),
    );
    return { symbol, arriving, names };
  });
  if (type.variadic) f.variableArguments = local(add('variable', 'i32'), 'i32');
  for (const { symbol, arriving, names } of passed) settle(f, symbol, arriving, names);
  for (const { symbol } of passed) lengthsOf(f, symbol);
  return made;
}

function namesOf({ name }: ObjectSymbol, arriving: CType): string[] {
  const base = name || 'unnamed';
  return shapeOf(arriving).kind === 'aggregate' ? [base] : partNames(base, arriving);
}

/** Gives the parameter its home and stores the argument there. */
function settle(f: FunctionLowering, symbol: ObjectSymbol, arriving: CType, names: readonly string[]): void {
  const { type } = symbol.type;
  if (shapeOf(type).kind === 'aggregate') {
    settleStruct(f, symbol, names[0] as string);
    return;
  }
  const unchanged = scalarsOf(arriving).join() === scalarsOf(type).join() && arriving.kind === type.kind;
  const narrow = rangeOfType(type) !== undefined && rangeOfType(arriving) === undefined;
  if (!symbol.addressTaken && unchanged && !narrow) {
    f.homes.set(symbol, { kind: 'locals', names });
    const range = rangeOfType(type);
    if (range) f.ranges.set(names[0] as string, range);
    return;
  }
  declare(f, symbol);
  storePlace(f, placeOfSymbol(f, symbol), convertValue(f, localsValue(names, arriving), arriving, type));
}

/** The caller's copy of a struct is the parameter. */
function settleStruct(f: FunctionLowering, symbol: ObjectSymbol, address: string): void {
  if (!f.scalarised.has(symbol)) {
    f.homes.set(symbol, { kind: 'address', local: address });
    return;
  }
  declare(f, symbol);
  storePlace(f, placeOfSymbol(f, symbol), {
    kind: 'struct',
    place: memoryPlace(local(address, 'i32'), { type: symbol.type.type }),
  });
}

/** Lengths in a parameter's declarator and coshape are evaluated on entry (C99 6.9.1p10). */
function lengthsOf(f: FunctionLowering, symbol: ObjectSymbol): void {
  f.releasing(() => evaluateParameterLengths(f, symbol));
  if (symbol.coshape) f.releasing(() => evaluateCoextents(f, symbol));
}
