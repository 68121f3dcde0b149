/**
 * Element-wise reduction of two arrays into the first: by an operator, as WebAssembly, or by a function of the program.
 *
 * An element type is a number, as in coarray.h: ELEMENT_TYPES, then _Complex float and double, then structures.
 */
import { type NativeFunction, SECOND_RESULT } from '../abi.ts';
import { MACHINE_TYPES, makeKernel, type Operator } from '../collectives/kernels.ts';
import { loopsOf, viewOf } from '../collectives/reduction.ts';
import { roomFor } from '../core/room.ts';
import type { RuntimeEnvironment } from '../environment.ts';

const FLOAT = 8;
const DOUBLE = 9;
const FLOAT_COMPLEX = 11;
/** First after the real types. */
const FIRST_COMPLEX = FLOAT_COMPLEX;
export const STRUCTURE = -1;

/** Combines elements; the first array ends at `stop`, and is not empty. */
export type Combiner = (to: number, from: number, stop: number) => void;

/** Combiners by operator and type, created on first use; undefined where the type does not have the operator. */
export function operatorCombiners(
  environment: RuntimeEnvironment,
): (operator: Operator, type: number) => Combiner | undefined {
  const made = new Map<string, Combiner>();
  return (operator, type) => {
    const machine = MACHINE_TYPES[operator === 'add' ? realPart(type) : type];
    if (machine === undefined) return undefined;
    const key = `${operator} ${type}`;
    const combiner = made.get(key) ?? makeKernel(environment.memory, machine, operator).zip;
    made.set(key, combiner);
    return combiner;
  };
}

/** Complex numbers are added as pairs of real ones. */
function realPart(type: number): number {
  if (type < FIRST_COMPLEX) return type;
  return type === FLOAT_COMPLEX ? FLOAT : DOUBLE;
}

/** Combines by a function of two values. */
export function functionCombiner(
  environment: RuntimeEnvironment,
  call: NativeFunction,
  type: number,
  size: number,
): Combiner {
  const machine = MACHINE_TYPES[type];
  if (machine !== undefined) return loopsOf(call, viewOf(environment, machine), machine.logSize).zip;
  return type === STRUCTURE ? structures(environment, call, size) : complexNumbers(environment, call, type);
}

/** A complex number is two arguments; the imaginary part of the result is the second result. */
function complexNumbers({ F32, F64, BASE }: RuntimeEnvironment, call: NativeFunction, type: number): Combiner {
  const logSize = type === FLOAT_COMPLEX ? 2 : 3;
  const view = type === FLOAT_COMPLEX ? F32 : F64;
  const imaginary = (BASE + SECOND_RESULT) >>> logSize;
  return (to, from, stop) => {
    for (; to !== stop; to = (to + (2 << logSize)) | 0, from += 2 << logSize) {
      const [one, other] = [to >>> logSize, from >>> logSize];
      view[one] = call(view[one], view[one + 1], view[other], view[other + 1]);
      view[one + 1] = view[imaginary]!;
    }
  };
}

/** A structure is passed by the address of a copy, and the result by the address of a temporary. */
function structures({ copy, heap, runtime }: RuntimeEnvironment, call: NativeFunction, size: number): Combiner {
  return (to, from, stop) => {
    const room = roomFor(runtime.job, heap, 3 * size, 'the values of an operation on structures');
    for (; to !== stop; to = (to + size) | 0, from += size) {
      copy(room + size, to, size);
      copy(room + 2 * size, from, size);
      call(room, room + size, room + 2 * size);
      copy(to, room, size);
    }
    heap.free(room);
  };
}
