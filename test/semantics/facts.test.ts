/** Facts that lowering reads: conversions, bindings, parts of initializers, cases, strictness. */
import { expect, test } from 'vitest';
import type { Assignment, Binary, Expression, Switch } from '../../compiler/frontends/c/ast/ast.ts';
import type { Conversion, ObjectSymbol } from '../../compiler/frontends/c/semantics/facts.ts';
import { typeText } from '../../compiler/frontends/c/semantics/types/typetext.ts';
import { type Analyzed, analyzed, declaratorOf, expressionsOf } from './analyzed.ts';

const text = (conversions: readonly Conversion[] | undefined) =>
  (conversions ?? []).map(({ kind, to }) => (kind === 'load' ? 'load' : `${kind} ${typeText({ type: to })}`));

function conversionsOf({ facts }: Analyzed, node: Expression): string[] {
  return text(facts.conversions[node.id]);
}

test('conversions are written down in order', () => {
  const a = analyzed(
    'int arr[3]; char c; double d; int g(); void f(void) { c + d; arr[c]; d = c; g(c, arr); c += d; }',
  );
  const [sum, index, assigned, call, compound] = expressionsOf(a, 'f') as [
    Binary,
    Expression,
    Assignment,
    Expression,
    Assignment,
  ];
  expect(conversionsOf(a, sum.left)).toEqual(['load', 'convert double']);
  expect(conversionsOf(a, sum.right)).toEqual(['load']);
  if (index.kind !== 'Index' || call.kind !== 'Call') throw new Error('unexpected tree');
  expect(conversionsOf(a, index.array)).toEqual(['decay int *']);
  expect(conversionsOf(a, index.index)).toEqual(['load', 'convert int']);
  expect(conversionsOf(a, index)).toEqual(['load']);
  expect(conversionsOf(a, assigned.left)).toEqual([]);
  expect(conversionsOf(a, assigned.right)).toEqual(['load', 'convert double']);
  expect(conversionsOf(a, call.callee)).toEqual(['decay int (*)()']);
  expect(call.arguments.map((each) => conversionsOf(a, each))).toEqual([['load', 'convert int'], ['decay int *']]);
  expect(a.facts.computationType[compound.id]).toMatchObject({ name: 'double' });
  expect(conversionsOf(a, compound.left)).toEqual([]);
});

test('a real operand stays real beside a complex one', () => {
  const a = analyzed('float _Complex z; double d; void f(void) { d * z; }');
  const [product] = expressionsOf(a, 'f') as [Binary];
  expect(conversionsOf(a, product.left)).toEqual(['load']);
  expect(conversionsOf(a, product.right)).toEqual(['load', 'convert _Complex double']);
});

test('initializers become parts', () => {
  const a = analyzed(
    'int n; struct p { int x, y:4; }; struct { struct p a[2]; char s[4]; int *q; } v = { .a[1].x = 1, 2, "ab", &n, .a = { 5 } };',
  );
  const { facts } = a;
  const parts = facts.initializerOf[declaratorOf(a, 'v').id]?.parts.map(({ offset, type, bitField, value }) => [
    offset,
    typeText(type),
    bitField ?? facts.constantOf[value.id] ?? value.kind,
  ]);
  expect(parts).toEqual([
    [0, 'int', { kind: 'integer', value: 5n }],
    [16, 'char[4]', 'StringLiteral'],
    [20, 'int *', { kind: 'address', symbol: facts.symbolOf[declaratorOf(a, 'n').id], offset: 0 }],
  ]);
});

test('GNU ranges repeat their parts, anonymous members are found', () => {
  const a = analyzed('struct { int k; union { int i; float f; }; } v[4] = { [1 ... 2] = { 1, .f = 2 } };');
  const parts = a.facts.initializerOf[declaratorOf(a, 'v').id]?.parts ?? [];
  expect(parts.map(({ offset, type }) => `${offset} ${typeText(type)}`)).toEqual([
    '8 int',
    '12 float',
    '16 int',
    '20 float',
  ]);
});

test('strictness of an access: by type, else by the pragma in force', () => {
  const a = analyzed(
    [
      'shared int x; strict shared int y; relaxed shared int z; shared struct { int m[2]; } s;',
      'void f(void) { x; y; s.m[1]; }',
      '#pragma upc strict',
      'void g(void) { x; z; {',
      '#pragma upc relaxed',
      'x; } x; }',
    ].join('\n'),
  );
  const strict = (name: string) => expressionsOf(a, name).map((each) => a.facts.strict[each.id]);
  expect(strict('f')).toEqual([false, true, false]);
  expect(strict('g')).toEqual([true, false, true]);
});

test('a member of a shared struct is shared with indefinite block size', () => {
  const a = analyzed('shared [4] struct { int a, b[3]; } v[4*THREADS]; void f(void) { &v[1].a; v[1].b; &v[2]; }');
  const types = expressionsOf(a, 'f').map((each) =>
    typeText({ type: a.facts.conversions[each.id]?.at(-1)?.to ?? a.facts.typeOf[each.id]!.type }),
  );
  expect(types).toEqual(['shared [] int *', 'shared [] int *', 'shared [4] struct <anonymous> *']);
});

test('objects: storage, linkage, what needs memory, in order', () => {
  const a = analyzed(
    'extern int e; static int t; int d = 1; int u; void f(int p) { static int l; int x, y, z[2]; &y; "s"; e + p; }',
  );
  const kinds = a.facts.statics.map(({ symbol: { name, linkage, defined, tentative } }) => [
    name,
    linkage,
    defined,
    tentative,
  ]);
  expect(kinds).toEqual([
    ['e', 'external', false, false],
    ['t', 'internal', true, true],
    ['d', 'external', true, false],
    ['u', 'external', true, true],
    ['l', 'none', true, false],
    ['string', 'none', true, false],
  ]);
  const { definition, parameters } = a.facts.functions[0]!;
  expect(parameters.map(({ name, storage }) => [name, storage])).toEqual([['p', 'parameter']]);
  const locals = definition.body.items.flatMap((item) => (item.kind === 'Declaration' ? item.declarators : []));
  const taken = locals.map(({ id }) => (a.facts.symbolOf[id] as ObjectSymbol).addressTaken);
  expect(taken).toEqual([false, false, true, true]);
});

test('cases in order, converted to the promoted type', () => {
  const a = analyzed('void f(unsigned u) { switch (u) { case 1 ... 3: case 7: default: ; } }');
  const statement = a.facts.functions[0]!.definition.body.items[0] as Switch;
  expect(a.facts.casesOf[statement.id]?.map(({ low, high }) => [low, high])).toEqual([
    [1n, 3n],
    [7n, 7n],
    [undefined, undefined],
  ]);
});

test('old-style functions are passed promoted arguments; inline alone is internal', () => {
  const a = analyzed(
    'int f(c, x) char c; float x; { return c; } inline int g(void) { return 1; } extern int h(void); inline int h(void) { return 2; }',
  );
  expect(a.facts.functions[0]?.passedTypes.map((type) => typeText({ type }))).toEqual(['int', 'double']);
  expect(a.facts.functions.map(({ symbol }) => symbol.linkage)).toEqual(['external', 'internal', 'external']);
});

test('variable lengths belong to the declarator that writes them', () => {
  const a = analyzed('void f(int n) { typedef int T[n]; T x; int y[n][n + 1]; }');
  const declarators = a.facts.functions[0]!.definition.body.items.flatMap((item) =>
    item.kind === 'Declaration' ? item.declarators : [],
  );
  expect(declarators.map(({ id }) => a.facts.lengthsOf[id]?.length ?? 0)).toEqual([1, 0, 2]);
});
