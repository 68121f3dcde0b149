/** Arithmetic of #if: two's complement in 64 bits, signed or unsigned (C99 6.10.1p4, 6.3.1.8). */

export interface Value {
  readonly value: bigint;
  readonly unsigned: boolean;
}

export interface Result extends Value {
  readonly problem?: 'overflow' | 'division by zero';
}

/** Applies a binary operator other than && and ||. */
export function apply(operator: string, left: Value, right: Value): Result {
  if (operator === '<<') return shift(left, shiftCount(right));
  if (operator === '>>') return shift(left, -shiftCount(right));
  const unsigned = left.unsigned || right.unsigned;
  const a = unsigned ? BigInt.asUintN(64, left.value) : left.value;
  const b = unsigned ? BigInt.asUintN(64, right.value) : right.value;
  const compared = compare(operator, a, b);
  if (compared !== undefined) return { value: compared ? 1n : 0n, unsigned: false };
  if (b === 0n && (operator === '/' || operator === '%')) return { value: 0n, unsigned, problem: 'division by zero' };
  return wrapped(calculate(operator, a, b), unsigned);
}

function compare(operator: string, a: bigint, b: bigint): boolean | undefined {
  switch (operator) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    default:
      return undefined;
  }
}

function calculate(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    default:
      return a ^ b;
  }
}

function wrapped(exact: bigint, unsigned: boolean): Result {
  if (unsigned) return { value: BigInt.asUintN(64, exact), unsigned };
  const value = BigInt.asIntN(64, exact);
  return value === exact ? { value, unsigned } : { value, unsigned, problem: 'overflow' };
}

/** As far as a shift can matter: beyond 64 nothing changes. */
function shiftCount({ value, unsigned }: Value): number {
  const count = unsigned ? BigInt.asUintN(64, value) : value;
  return Number(count > 64n ? 64n : count < -64n ? -64n : count);
}

/** Left by a positive count, right by a negative one, as gcc has it. */
function shift({ value, unsigned }: Value, count: number): Result {
  const moved = count >= 0 ? value << BigInt(count) : value >> BigInt(-count);
  return { value: unsigned ? BigInt.asUintN(64, moved) : BigInt.asIntN(64, moved), unsigned };
}
