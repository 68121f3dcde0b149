import { describe, expect, it } from 'vitest';
import { constF64 } from '../../compiler/ir/builders.ts';
import type { Expression } from '../../compiler/ir/ir.ts';
import { Numbering } from '../../compiler/optimizer/analyses/numbering.ts';

const numbering = new Numbering();
const idOf = (e: Expression): number => numbering.of(e, ({ type }) => numbering.unknown(type)).id;

describe('value numbering', () => {
  it('tells vectors apart by all their elements', () => {
    const vector = (...values: number[]): Expression => ({ op: 'vector.const', type: 'v128', lanes: 'f64x2', values });
    expect(idOf(vector(1, 2))).toBe(idOf(vector(1, 2)));
    expect(idOf(vector(1, 2))).not.toBe(idOf(vector(1, 3)));
    expect(idOf(vector(0, 0))).not.toBe(idOf(vector(0, -0)));
  });

  it('tells 0 from -0', () => {
    expect(idOf(constF64(0))).not.toBe(idOf(constF64(-0)));
  });
});
