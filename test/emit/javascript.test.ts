import { describe, expect, it } from 'vitest';
import { printScript } from '../../compiler/emit/javascript.ts';
import * as t from '../../compiler/emit/tree.ts';

const BINARY: Record<string, (a: number, b: number) => unknown> = {
  ...{ '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b },
  ...{ '<<': (a, b) => a << b, '>>': (a, b) => a >> b, '>>>': (a, b) => a >>> b },
  ...{ '&': (a, b) => a & b, '|': (a, b) => a | b, '^': (a, b) => a ^ b },
  ...{ '<': (a, b) => a < b, '>=': (a, b) => a >= b, '===': (a, b) => a === b, '!==': (a, b) => a !== b },
};
const LOGICAL: Record<string, (a: number, b: () => unknown) => unknown> = {
  '&&': (a, b) => a && b(),
  '||': (a, b) => a || b(),
  '??': (a, b) => a ?? b(),
};
const UNARY: Record<string, (a: number) => unknown> = {
  '-': (a) => -a,
  '~': (a) => ~a,
  '!': (a) => !a,
  '+': (a) => +a,
};

interface Made {
  readonly node: t.Node;
  readonly value: () => unknown;
}

/** Random expressions: the tree, and what it gives. */
function makeExpressions(seed: number): (depth: number) => Made {
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % n;
  };
  const of = <T>(table: Record<string, T>): [string, T] => Object.entries(table)[below(Object.keys(table).length)]!;
  const make = (depth: number): Made => {
    if (depth === 0) {
      const value = [0, 1, -1, 2.5, -7, 31][below(6)]!;
      return { node: t.literal(value), value: () => value };
    }
    const [a, b, c] = [make(depth - 1), make(depth - 1), make(below(depth))];
    switch (below(6)) {
      case 0: {
        const [operator, compute] = of(UNARY);
        return { node: t.unary(operator, a.node), value: () => compute(a.value() as number) };
      }
      case 1: {
        const [operator, compute] = of(LOGICAL);
        const node = t.logical(operator as '&&', a.node, b.node);
        return { node, value: () => compute(a.value() as number, b.value) };
      }
      case 2:
        return { node: t.conditional(a.node, b.node, c.node), value: () => (a.value() ? b.value() : c.value()) };
      case 3: {
        const node = t.element(t.array([t.literal(3), t.sequence(c.node, a.node)]), t.literal(1));
        return { node, value: a.value };
      }
      default: {
        const [operator, compute] = of(BINARY);
        const node = t.binary(operator, a.node, b.node);
        return { node, value: () => compute(a.value() as number, b.value() as number) };
      }
    }
  };
  return make;
}

const script = (body: t.Node[]): string => printScript({ type: 'Program', body }).code;

describe('the printer of JavaScript', () => {
  it('puts parentheses where operators need them', () => {
    const make = makeExpressions(7);
    for (let count = 0; count < 500; count++) {
      const { node, value } = make(1 + (count % 5));
      const text = script([t.returns(node)]);
      expect(new Function(text)(), text).toBe(value());
    }
  });

  it('quotes strings as JavaScript reads them', () => {
    for (const text of ["it's", 'a "b" \\', '\\"', '\n\0\u2028', '']) {
      expect(new Function(script([t.returns(t.literal(text))]))()).toBe(text);
    }
  });

  it('says once in a line where it comes from', () => {
    const place = { source: 1, line: 4, column: 3 };
    const loop = t.at(
      { type: 'WhileStatement', test: t.identifier('a'), body: t.block([t.jump('break', undefined)]) },
      place,
    );
    const { code, mappings } = printScript({
      type: 'Program',
      body: [t.at(t.declare('let', 'a', t.literal(1)), place), loop],
    });
    expect(code).toBe('let a = 1;\nwhile (a) {\n break;\n}');
    expect(mappings).toEqual([[[0, 1, 3, 2]], [[0, 1, 3, 2]], [], [[1, 1, 3, 2]]]);
  });
});
