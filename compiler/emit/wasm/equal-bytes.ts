/**
 * Whether bytes of several blocks are zero or another byte, or differ, put together: what strlen, strchr and memcmp ask of four
 * blocks at once.
 *
 * One idea: the least of bytes is zero where one of them is, so blocks are joined by their least bytes and compared once; a block
 * that is asked for two bytes is loaded once. Where blocks differ, what says that they are equal is zero.
 */
import type { Expression, Vector } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import type { FunctionContext } from './context.ts';
import { value } from './expressions.ts';

interface Leaf {
  readonly block: Expression;
  /** What its bytes are compared with; undefined for zero. */
  readonly byte: Expression | undefined;
}

/** The comparisons that are joined by "or"; undefined where it saves nothing. */
export function joinedComparisons(e: Vector): readonly Leaf[] | undefined {
  if (e.operator !== 'or') return undefined;
  const leaves = leavesOf(e);
  const zeros = leaves?.filter(({ byte }) => byte === undefined).length ?? 0;
  return leaves !== undefined && 2 * zeros >= leaves.length ? leaves : undefined;
}

function leavesOf(e: Expression): readonly Leaf[] | undefined {
  if (e.op !== 'vector') return undefined;
  if (e.operator === 'complement') {
    const [equal] = e.operands as [Expression];
    return isComparison(equal) ? [{ block: equal, byte: undefined }] : undefined;
  }
  const [left, right] = e.operands as [Expression, Expression];
  if (isComparison(e)) return [{ block: left, byte: isZero(right) ? undefined : right }];
  if (e.operator !== 'or') return undefined;
  const [first, second] = [leavesOf(left), leavesOf(right)];
  return first && second && [...first, ...second];
}

/** Bytes of ones and of zeros. */
const isComparison = (e: Expression): boolean => e.op === 'vector' && e.operator === 'eq' && e.lanes === 'i8x16';

const isZero = (e: Expression): boolean => e.op === 'vector.const' && e.values.every((each) => Number(each) === 0);

/** Leaves a vector with ones where a comparison holds. */
export function emitJoinedComparisons(f: FunctionContext, leaves: readonly Leaf[]): void {
  const { code } = f;
  let loaded: { readonly text: string; readonly variable: number } | undefined;
  leaves.forEach(({ block, byte }, index) => {
    const text = printExpression(block);
    if (loaded?.text === text) code.indexed('local.get', loaded.variable);
    else {
      loaded = { text, variable: f.temporary('v128') };
      value(f, block);
      code.indexed('local.tee', loaded.variable);
    }
    if (byte !== undefined) {
      value(f, byte);
      code.op('v128.xor');
    }
    if (index > 0) code.op('i8x16.min_u');
  });
  code.sixteen('v128.const', new Uint8Array(16));
  code.op('i8x16.eq');
}
