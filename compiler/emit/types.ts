/** Machine types as types and initial values of TypeScript. */
import { InternalError } from '../diagnostics/diagnostic.ts';
import type { MachineType, ScalarType, Signature } from '../ir/ir.ts';
import { BIGINT, functionType, identifier, literal, type Node, NUMBER, VOID } from './tree.ts';

export const annotationOf = (type: MachineType): Node => (scalar(type) === 'i64' ? BIGINT : NUMBER);

/** JavaScript has no vectors: none are made for this back end. */
export function refuseVector(): never {
  throw new InternalError('a vector in a program for TypeScript');
}

/** Expand makes scalars of pointers-to-shared. */
export function refuseShared(): never {
  throw new InternalError('a pointer-to-shared in a program for a back end');
}

export function scalar(type: MachineType): ScalarType {
  if (type === 'shared') return refuseShared();
  return type === 'v128' ? refuseVector() : type;
}

/** Zero of the type: what every local starts as. */
export const zeroOf = (type: MachineType): Node => literal(type === 'i64' ? 0n : 0);

/** Result of a function as JavaScript sees it: the first one; a second is left in memory. */
export const resultOf = (results: readonly MachineType[]): Node => {
  const [first] = results;
  return first ? annotationOf(first) : VOID;
};

/** `(a: number, b: bigint) => number`. */
export const signatureType = (signature: Signature): Node =>
  functionType(
    signature.parameters.map((type, index) => identifier(`a${index + 1}`, annotationOf(type))),
    resultOf(signature.results),
  );
