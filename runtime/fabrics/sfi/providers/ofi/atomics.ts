/**
 * Atomic operations for other processes, by the processor: the threads of a process are the only ones that change its memory.
 *
 * Words of a request: type and operator, offset of the element in the target's region, then operand and second operand, two words each.
 * The old value answers it.
 */
import { addressOf, type Space } from '../../../../memory/space.ts';
import { DATATYPES, type Datatype, OPERATORS, type Operator } from '../../atomic.ts';
import { type Compute, computation, type Value } from '../shm/arithmetic.ts';
import { type ElementType, elementTypes } from '../shm/elements.ts';

export const [CODE, OFFSET, OPERAND, COMPARE] = [0, 1, 2, 4];
export const ATOMIC_WORDS = 6;
/** Bytes of the largest element. */
export const LARGEST_ELEMENT = 8;
const TYPE_BITS = 4;

/** Type and operator in a word. */
export const codeOf = (datatype: Datatype, op: Operator): number =>
  DATATYPES.indexOf(datatype) | (OPERATORS.indexOf(op) << TYPE_BITS);

interface Operation {
  readonly type: ElementType;
  readonly compute: (old: Value, operand: Value, compare: Value) => Value;
}

export class TargetAtomics {
  private readonly types: Record<Datatype, ElementType>;
  /** By code. */
  private readonly operations: (Operation | undefined)[] = [];

  constructor(private readonly space: Space) {
    this.types = elementTypes(space);
  }

  /** Changes an element of the region of `rank`, as the words from I32[at] on say; its old value is left at I32[result]. */
  perform(rank: number, at: number, result: number): void {
    const { I32 } = this.space;
    const { type, compute } = this.operationOf(I32[at + CODE]!);
    const operand = type.read((at + OPERAND) << 2);
    const compare = type.read((at + COMPARE) << 2);
    const target = addressOf(this.space, rank, I32[at + OFFSET]!);
    const old = type.update(target, 0, (value) => compute(value, operand, compare));
    type.write(result << 2, old);
  }

  private operationOf(code: number): Operation {
    return (this.operations[code] ??= this.makeOperation(code));
  }

  private makeOperation(code: number): Operation {
    const datatype = DATATYPES[code & ((1 << TYPE_BITS) - 1)]!;
    const compute = computation(datatype, OPERATORS[code >>> TYPE_BITS]!) as Compute as Operation['compute'];
    return { type: this.types[datatype], compute };
  }
}
