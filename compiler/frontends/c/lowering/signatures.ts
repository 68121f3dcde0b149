/**
 * Calling convention: the machine values of the parameters and results of a C function.
 *
 * Takes: C types. Gives: an IR signature. A struct is passed by the address of a copy; a struct result by an address
 * passed first; complex and phased pointers-to-shared are two scalars; the last argument of a variadic function is the
 * address of its variable arguments.
 */
import type { MachineType, Signature } from '../../../ir/ir.ts';
import type { FunctionFacts } from '../semantics/facts.ts';
import type { CType, FunctionType } from '../semantics/types/types.ts';
import { scalarsOf, shapeOf } from './shape.ts';

export function signatureOf(type: FunctionType, passed: readonly CType[]): Signature {
  const result = type.result.type;
  const parameters: MachineType[] = returnsStruct(result) ? ['i32'] : [];
  for (const each of passed) parameters.push(...passedScalars(each));
  if (type.variadic) parameters.push('i32');
  return { parameters, results: scalarsOf(result) };
}

export function returnsStruct(result: CType): boolean {
  return shapeOf(result).kind === 'aggregate';
}

/** The scalars of an argument of the type. */
export function passedScalars(type: CType): readonly MachineType[] {
  return shapeOf(type).kind === 'aggregate' ? ['i32'] : scalarsOf(type);
}

/** Signature of a function that is defined in this unit. */
export function signatureOfDefinition(facts: FunctionFacts): Signature {
  return signatureOf(facts.symbol.type.type as FunctionType, facts.passedTypes);
}

/** Signature of a declared function; without a prototype, of no parameters. */
export function signatureOfDeclaration(type: FunctionType): Signature {
  return signatureOf(
    type,
    (type.parameters ?? []).map((parameter) => parameter.type),
  );
}
