/**
 * How far apart accesses of consecutive iterations are, which decides what memory costs.
 *
 * Takes: a loop, and the address of an access in it. Gives: its class: near where the next iteration is at the same place, in the same
 * line or right behind, strided where it is elsewhere by the same distance, irregular else. One idea: an address is a sum, and a local moves by
 * what the loop adds to it, or as the value moves that it is set to. Outside of loops all is near. It is read from IR as lowering gives it, so no
 * pass has a say; a row whose address is read from memory that stays counts as staying.
 */
import type { Expression, Loop, SetLocal, Statement } from '../../ir/ir.ts';
import { localsSetBy, visitStatements } from '../../ir/walk.ts';

export type Distance = 'near' | 'strided' | 'irregular';

/** Bytes of a cache line, as most machines have. */
const LINE = 64;
/** Of an address that moves by a number that is not known. */
const FAR = Number.POSITIVE_INFINITY;

export class Strides {
  readonly #sets = new Map<string, readonly Statement[]>();
  /** Of locals; what depends on itself in another way than by a step has none. */
  readonly #known = new Map<string, number | undefined>();

  /** Of a loop; of none where nothing is repeated. */
  constructor(loop?: Loop) {
    if (!loop) return;
    visitStatements([...loop.body, ...loop.step], (s) => {
      for (const name of localsSetBy(s)) this.#sets.set(name, [...(this.#sets.get(name) ?? []), s]);
    });
  }

  distance(address: Expression, size: number): Distance {
    const stride = this.#of(address);
    if (stride === undefined) return 'irregular';
    return Math.abs(stride) < LINE || Math.abs(stride) <= size ? 'near' : 'strided';
  }

  /** What an iteration adds to the value; undefined where it is not the same in all. */
  #of(e: Expression): number | undefined {
    const operand = (inner: Expression) => this.#of(inner);
    const isStill = (inner: Expression) => this.#of(inner) === 0;
    switch (e.op) {
      case 'local':
        return this.#ofLocal(e.name);
      case 'binary':
        return this.#ofBinary(e.operator, e.left, e.right);
      case 'convert':
      case 'unary':
        return e.op === 'convert' || e.operator === 'private' ? operand(e.operand) : still(operand(e.operand));
      case 'element':
        return sum(operand(e.base), product(operand(e.index), e.layout.elementSize));
      case 'advance':
        return sum(operand(e.address), product(operand(e.count), e.layout.elementSize));
      case 'counterpart':
      case 'load':
      case 'threadof':
        return still(operand(e.address));
      case 'select':
        return [e.test, e.then, e.otherwise].every(isStill) ? 0 : undefined;
      case 'pure':
        return e.arguments.every(isStill) ? 0 : undefined;
      default:
        return 0;
    }
  }

  #ofBinary(operator: string, left: Expression, right: Expression): number | undefined {
    const [a, b] = [this.#of(left), this.#of(right)];
    switch (operator) {
      case 'add':
      case 'offset':
        return sum(a, b);
      case 'sub':
        return sum(a, product(b, -1));
      case 'mul':
        return b === 0 ? product(a, factorOf(right)) : a === 0 ? product(b, factorOf(left)) : undefined;
      case 'shl':
        return b === 0 ? product(a, right.op === 'const' ? 2 ** (Number(right.value) & 31) : FAR) : undefined;
      default:
        return a === 0 && b === 0 ? 0 : undefined;
    }
  }

  #ofLocal(name: string): number | undefined {
    if (!this.#known.has(name)) {
      this.#known.set(name, undefined);
      this.#known.set(name, this.#ofSets(this.#sets.get(name) ?? []));
    }
    return this.#known.get(name);
  }

  #ofSets([only, ...others]: readonly Statement[]): number | undefined {
    if (!only) return 0;
    if (others.length > 0 || only.op !== 'set') return undefined;
    const step = stepOf(only);
    if (!step) return this.#of(only.value);
    return this.#of(step.by) === 0 ? product(factorOf(step.by), step.times) : undefined;
  }
}

/** `x = x + by`, `x = x - by`, or a pointer-to-shared moved by so many elements. */
function stepOf({ local, value }: SetLocal): { readonly by: Expression; readonly times: number } | undefined {
  if (value.op === 'advance' && isLocal(value.address, local))
    return { by: value.count, times: value.layout.elementSize };
  if (value.op !== 'binary') return undefined;
  const { operator, left, right } = value;
  if ((operator === 'add' || operator === 'offset') && isLocal(left, local)) return { by: right, times: 1 };
  if (operator === 'add' && isLocal(right, local)) return { by: left, times: 1 };
  return operator === 'sub' && isLocal(left, local) ? { by: right, times: -1 } : undefined;
}

const isLocal = (e: Expression, name: string): boolean => e.op === 'local' && e.name === name;

const factorOf = (e: Expression): number => (e.op === 'const' ? Number(e.value) : FAR);

function sum(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  return Number.isFinite(a) && Number.isFinite(b) ? a + b : FAR;
}

function product(a: number | undefined, factor: number | undefined): number | undefined {
  if (a === undefined || factor === undefined) return undefined;
  return a === 0 || factor === 0 ? 0 : a * factor;
}

/** Of what an operation gives that is not linear. */
const still = (stride: number | undefined): number | undefined => (stride === 0 ? 0 : undefined);
