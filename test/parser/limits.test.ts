import { describe, expect, it } from 'vitest';
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { printTree } from '../../compiler/frontends/c/ast/print.ts';
import { Parser } from '../../compiler/frontends/c/parser/external.ts';
import { isLong } from '../support/share.ts';
import { parsed } from './parsing.ts';
import { tokenize } from './tokenize.ts';

const many = (text: string, count = 10_000) => text.repeat(count);

describe('nesting too deep ends in one message, and the next declaration is read', () => {
  const texts: Record<string, string> = {
    parentheses: `int x = ${many('(')}1${many(')')};`,
    blocks: `void f(void) ${many('{')}${many('}')}`,
    conditions: `void f(void) { ${many('if (1) ')}; }`,
    'else if': `void f(void) { ${many('if (1) ; else ')}; }`,
    prefixes: `int x = ${many('-~')}1;`,
    casts: `int x = ${many('(int)')}1;`,
    sums: `int x = 1${many('+1')};`,
    assignments: `int x = ${many('a=')}1;`,
    conditionals: `int x = ${many('1?1:')}1;`,
    calls: `int x = ${many('f(')}1${many(')')};`,
    subscripts: `int x = a${many('[1]')};`,
    initializers: `int x = ${many('{')}1${many('}')};`,
    pointers: `int ${many('*')} x;`,
    declarators: `int ${many('(')}x${many(')')};`,
    parameters: `int ${many('f(int ')}a${many(')')};`,
    structs: `${many('struct {')} int a; ${many('} x;')};`,
    cases: `void f(void) { ${many('case 1: ')}; }`,
    'statement expressions': `int x = ${many('({')} 1; ${many('});')};`,
  };
  for (const [name, text] of Object.entries(texts))
    it(name, () => {
      const { tree, messages } = parsed(`${text} int ok;`);
      expect(messages).toHaveLength(1);
      expect(messages[0]).toContain('SYN2007 nesting too deep');
      expect(tree).toContain('(declare int ok)');
    });
});

it('takes what C99 5.2.4.1 asks for, and more', () => {
  const text = `int x = ${many('(', 300)}1${many(')', 300)}; void f(void) ${many('{', 300)}${many('}', 300)}
    int y = ${many('1+', 900)}1; void g(int a) { ${many('if (a) ; else ', 900)}; switch (a) { ${many('case 1: ', 900)}; } }`;
  expect(parsed(text).messages).toEqual([]);
});

it('takes an empty unit', () => {
  expect(parsed('')).toEqual({ tree: '', messages: [] });
  expect(new Parser().unit([], 'empty.c', new DiagnosticBag()).declarations).toEqual([]);
});

describe('the grammar', () => {
  const text = 'typedef int T; int f(T a) { for (T i = 0; i < (T)a; i++) if (a) f(a ? i : 1); else return sizeof(T); }';

  it("passes Chevrotain's validations, and its own lookahead reads the same tree", () => {
    const read = (parser: Parser) => printTree(parser.unit(tokenize(text), 'test.c', new DiagnosticBag()));
    expect(read(new Parser())).toBe(read(new Parser(true)));
  });

  it('gives every node a number of its own', () => {
    const unit = new Parser().unit(tokenize(text), 'test.c', new DiagnosticBag());
    const ids: number[] = [];
    JSON.stringify(unit, (key, value) => {
      if (key === 'location') return undefined;
      if (typeof value?.id === 'number') ids.push(value.id);
      return typeof value === 'bigint' ? String(value) : value;
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...ids)).toBeLessThan(unit.nodeCount);
  });
});

it('survives mutations of every kind', () => {
  const tokens = tokenize(
    'typedef int T; struct s { T a : 3; } x = { .a = (T)1 }; int f(a, b) T a; { l: return a ? (T){b} : f(a); }',
  );
  const end = tokens.pop();
  for (let from = 0; from < tokens.length; from += isLong ? 1 : 4)
    for (let to = 0; to < tokens.length; to++) {
      const mutant = tokens.slice();
      mutant.splice(to, from % 3 === 0 ? 1 : 0, tokens[from] as (typeof tokens)[number]);
      mutant.splice((from * 7 + to) % mutant.length, 1);
      expect(() => printTree(parser.unit([...mutant, end as never], 'test.c', new DiagnosticBag()))).not.toThrow();
    }
});

const parser = new Parser();
