/**
 * Access to the bits of a double: a cell with a view as double and one as two halves, and the powers of two. (Each
 * thread has its own; a program's functions use the cell within one expression.)
 */
import type { Environment } from '../abi.ts';

const LEAST_EXPONENT = -1022;
const GREATEST_EXPONENT = 1023;

const DOUBLE = new Float64Array(1);
const HALVES = new Int32Array(DOUBLE.buffer); // little-endian, as every system that Node runs on
const POWERS = new Float64Array(GREATEST_EXPONENT - LEAST_EXPONENT + 1);
for (let n = 0, power = 2 ** LEAST_EXPONENT; n < POWERS.length; n++, power *= 2) POWERS[n] = power;

export const doubleParts: Pick<Environment, 'DOUBLE' | 'HALVES' | 'POWERS'> = { DOUBLE, HALVES, POWERS };
