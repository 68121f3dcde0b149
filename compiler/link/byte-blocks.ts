/**
 * Comparison of blocks of sixteen bytes for targets without vectors: JavaScript, and WebAssembly with -mno-simd128.
 *
 * Takes: a function. Gives: the same with each bitmask of equal bytes (lowering/intrinsics/byte-blocks.ts) as those of
 * four words. The zero bytes of a word are found exactly (Hacker's Delight, 6-1), and a multiplication gathers their bits.
 */
import { add, binary, constI32, mul, offset, unary } from '../ir/builders.ts';
import type { Bitmask, Function as Definition, Expression, Vector } from '../ir/ir.ts';
import { mapExpression, mapExpressionsOf, mapStatements } from '../ir/walk.ts';
import type { CompilerOptions } from '../options.ts';

const WORDS = [0, 4, 8, 12];
const ALL_BUT_TOP = constI32(0x7f7f7f7f);
const ONES = constI32(0x01010101);
/** Brings the lowest bits of the four bytes to bits 21 to 24. */
const GATHER = constI32(0x00204081);

/** The function for the target. */
export function fitBlocks(f: Definition, { target, simd }: Pick<CompilerOptions, 'target' | 'simd'>): Definition {
  if (target === 'webassembly' && simd !== false) return f;
  const body = mapStatements(f.body, (s) =>
    mapExpressionsOf(s, (whole) => mapExpression(whole, (e) => (e.op === 'bitmask' ? inWords(e) : e))),
  );
  return body === f.body ? f : { ...f, body };
}

function inWords({ operand }: Bitmask): Expression {
  return maskOf(operand as Vector);
}

/** Of equal bytes, or of such masks put together. */
function maskOf({ operator, operands }: Vector): Expression {
  const [left, right] = operands as [Expression, Expression];
  if (operator === 'complement') return binary('xor', maskOf(left as Vector), constI32(0xffff));
  if (operator !== 'eq') return binary(operator as 'and' | 'or', maskOf(left as Vector), maskOf(right as Vector));
  const masks = WORDS.map((at) => {
    const bits = zeroBytes(binary('xor', wordOf(left, at), wordOf(right, at)));
    return binary('shl', bits, constI32(at));
  });
  return masks.reduce((all, mask) => binary('or', all, mask));
}

/** The word of a block in memory, or of one byte sixteen times. */
function wordOf(block: Expression, at: number): Expression {
  if (block.op === 'load') {
    const { memory: _, address, ...how } = block;
    return { ...how, type: 'i32', memory: 'i32', address: offset(address, at) };
  }
  if (block.op === 'vector.const') return mul(constI32(Number(block.values[0]) & 0xff), ONES);
  return mul(binary('and', (block as Vector).operands[0] as Expression, constI32(0xff)), ONES);
}

/** Of four bytes: a bit for each that is zero. */
function zeroBytes(word: Expression): Expression {
  const low = add(binary('and', word, ALL_BUT_TOP), ALL_BUT_TOP);
  const tops = unary('complement', binary('or', binary('or', low, word), ALL_BUT_TOP));
  const gathered = mul(binary('shr_u', tops, constI32(7)), GATHER);
  return binary('and', binary('shr_u', gathered, constI32(21)), constI32(15));
}
