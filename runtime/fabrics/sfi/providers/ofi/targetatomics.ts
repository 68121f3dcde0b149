/**
 * Atomic operations that other processes have asked for (atomicrequests.ts), executed by the processor at the target: only the threads of a process
 * change its memory.
 *
 * Words of a request: type and operator, offset of the element in the target's region, then operand and second operand, two words each.
 * The old value answers it.
 */

import { type Rmw, type RmwName, rmwOperations } from '../../../../memory/rmw.ts';
import { addressOf, type Space } from '../../../../memory/space.ts';
import { DATATYPES, type Datatype, OPERATORS, type Operator } from '../../atomic.ts';
import { type Compute, computation, type Value } from '../shm/arithmetic.ts';
import { type ElementType, elementTypes } from '../shm/elements.ts';

export const [CODE, OFFSET, OPERAND, COMPARE] = [0, 1, 2, 4];
/** Bytes from the operand to the comparand. */
const COMPARAND = 4 * (COMPARE - OPERAND);
export const ATOMIC_WORDS = 6;
/** Bytes of the largest element. */
export const LARGEST_ELEMENT = 8;
const TYPE_BITS = 4;

/** Type and operator in a word. */
export const codeOf = (datatype: Datatype, op: Operator): number =>
  DATATYPES.indexOf(datatype) | (OPERATORS.indexOf(op) << TYPE_BITS);

/** Operators that are one instruction on integers. */
const INSTRUCTIONS: Readonly<Partial<Record<Operator, RmwName>>> = {
  FI_SUM: 'add',
  FI_BAND: 'and',
  FI_BOR: 'or',
  FI_BXOR: 'xor',
  FI_ATOMIC_WRITE: 'set',
};
const INTEGERS: Readonly<Partial<Record<Datatype, 4 | 8>>> = {
  FI_INT32: 4,
  FI_UINT32: 4,
  FI_INT64: 8,
  FI_UINT64: 8,
};

interface Operation {
  readonly size: number;
  /** Takes the addresses of the target, of the operand and its comparand, and of the place for the old value. */
  perform(target: number, operand: number, result: number): void;
}

export class TargetAtomics {
  private readonly types: Record<Datatype, ElementType>;
  private readonly instructions: Partial<Record<4 | 8, Record<RmwName, Rmw>>> = {};
  /** By code. */
  private readonly operations: (Operation | undefined)[] = [];

  constructor(private readonly space: Space) {
    this.types = elementTypes(space);
  }

  /**
   * Changes an element of the region of `rank` by the operation `code`, as the words from I32[at] on say; its old value is left at I32[result].
   * Gives the bytes of the element.
   */
  perform(code: number, rank: number, at: number, result: number): number {
    const operation = (this.operations[code] ??= this.makeOperation(code));
    operation.perform(addressOf(this.space, rank, this.space.I32[at + OFFSET]!), (at + OPERAND) << 2, result << 2);
    return operation.size;
  }

  private makeOperation(code: number): Operation {
    const datatype = DATATYPES[code & ((1 << TYPE_BITS) - 1)]!;
    const operator = OPERATORS[code >>> TYPE_BITS]!;
    const [size, name] = [INTEGERS[datatype], INSTRUCTIONS[operator]];
    return size !== undefined && name !== undefined
      ? { size, perform: (this.instructions[size] ??= rmwOperations(this.space, size))[name] }
      : computed(this.types[datatype], computation(datatype, operator) as Compute);
  }
}

function computed(type: ElementType, compute: Compute): Operation {
  const next = compute as (old: Value, operand: Value, compare: Value) => Value;
  return {
    size: type.size,
    perform(target, operand, result) {
      const [value, comparand] = [type.read(operand), type.read(operand + COMPARAND)];
      const old = type.update(target, 0, (current) => next(current, value, comparand));
      type.write(result, old);
    },
  };
}
