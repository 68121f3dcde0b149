/**
 * Constructors of the syntax tree that is emitted: ESTree with type annotations in the shapes of typescript-estree.
 *
 * One idea: the two printers (print.ts) read the same tree; nodes are plain objects, statements carry `place` when they
 * come from the user's source.
 */

/** Where a node comes from: the number of a source file, line and column from 1. */
export interface Place {
  readonly source: number;
  readonly line: number;
  readonly column: number;
}

/** A node of the tree; the constructors below are the only ones made. */
export interface Node {
  readonly type: string;
  place?: Place;
  /** Comments before the node, as recast wants them. */
  comments?: { type: string; value: string; leading: boolean }[];
  readonly [field: string]: unknown;
}

// ---------------------------------------------------------------- expressions

export const identifier = (name: string, annotation?: Node): Node =>
  annotation ? { type: 'Identifier', name, typeAnnotation: annotation } : { type: 'Identifier', name };

/** A number, string, boolean or bigint; negative numbers become a unary minus, as the grammar has it. */
export function literal(value: number | bigint | string | boolean): Node {
  if (typeof value === 'bigint') return value < 0n ? unary('-', bigintLiteral(-value)) : bigintLiteral(value);
  if (typeof value !== 'number') return { type: 'Literal', value };
  if (Number.isNaN(value)) return identifier('NaN');
  if (!Number.isFinite(value)) return value > 0 ? identifier('Infinity') : unary('-', identifier('Infinity'));
  if (value < 0 || Object.is(value, -0)) return unary('-', literal(-value));
  return { type: 'Literal', value, raw: String(value) };
}

function bigintLiteral(value: bigint): Node {
  return { type: 'Literal', value, bigint: String(value), raw: `${value}n` };
}

export const unary = (operator: string, argument: Node): Node => ({
  type: 'UnaryExpression',
  operator,
  prefix: true,
  argument,
});
export const binary = (operator: string, left: Node, right: Node): Node => ({
  type: 'BinaryExpression',
  operator,
  left,
  right,
});
export const logical = (operator: '&&' | '||' | '??', left: Node, right: Node): Node => ({
  type: 'LogicalExpression',
  operator,
  left,
  right,
});
export const conditional = (test: Node, consequent: Node, alternate: Node): Node => ({
  type: 'ConditionalExpression',
  test,
  consequent,
  alternate,
});
export const assign = (left: Node, right: Node): Node => ({ type: 'AssignmentExpression', operator: '=', left, right });
export const sequence = (...expressions: readonly Node[]): Node =>
  expressions.length === 1 ? (expressions[0] as Node) : { type: 'SequenceExpression', expressions };
export const call = (callee: Node, ...values: readonly Node[]): Node => ({
  type: 'CallExpression',
  callee,
  arguments: values,
  optional: false,
});
export const member = (object: Node, name: string): Node => ({
  type: 'MemberExpression',
  object,
  property: identifier(name),
  computed: false,
  optional: false,
});
export const element = (object: Node, index: Node): Node => ({
  type: 'MemberExpression',
  object,
  property: index,
  computed: true,
  optional: false,
});
export const array = (elements: readonly Node[]): Node => ({ type: 'ArrayExpression', elements });
export const object = (properties: Readonly<Record<string, Node>>): Node => ({
  type: 'ObjectExpression',
  properties: Object.entries(properties).map(([name, value]) => property(name, value)),
});

/** `name: value`, or `name` alone where the value is the variable of that name. */
export const property = (name: string, value: Node): Node => ({
  type: 'Property',
  kind: 'init',
  key: identifier(name),
  value,
  computed: false,
  method: false,
  shorthand: value.type === 'Identifier' && value.name === name,
});

/** `Math.name(...)`. */
export const math = (name: string, ...values: readonly Node[]): Node =>
  call(member(identifier('Math'), name), ...values);

// ---------------------------------------------------------------- statements

export const statement = (expression: Node): Node => ({ type: 'ExpressionStatement', expression });
export const block = (body: readonly Node[]): Node => ({ type: 'BlockStatement', body });
export const returns = (argument?: Node): Node => ({ type: 'ReturnStatement', argument: argument ?? null });
export const ifs = (test: Node, consequent: Node, alternate?: Node): Node => ({
  type: 'IfStatement',
  test,
  consequent,
  alternate: alternate ?? null,
});
export const labelled = (label: string, body: Node): Node => ({
  type: 'LabeledStatement',
  label: identifier(label),
  body,
});
export const jump = (kind: 'break' | 'continue', label: string | undefined): Node => ({
  type: kind === 'break' ? 'BreakStatement' : 'ContinueStatement',
  label: label === undefined ? null : identifier(label),
});

/** `let name = value` with an annotation where given. */
export const declare = (kind: 'let' | 'const', name: string, value: Node | undefined, annotation?: Node): Node =>
  declareAll(kind, [{ name, value, annotation }]);

export const declareAll = (
  kind: 'let' | 'const',
  variables: readonly { name: string; value?: Node; annotation?: Node }[],
): Node => ({
  type: 'VariableDeclaration',
  kind,
  declarations: variables.map(({ name, value, annotation }) => ({
    type: 'VariableDeclarator',
    id: identifier(name, annotation),
    init: value ?? null,
  })),
});

export const functionDeclaration = (
  name: string,
  params: readonly Node[],
  returnType: Node | undefined,
  body: readonly Node[],
): Node => ({
  type: 'FunctionDeclaration',
  id: identifier(name),
  params,
  ...(returnType && { returnType }),
  body: block(body),
  async: false,
  generator: false,
  expression: false,
});

// ---------------------------------------------------------------- types

const annotation = (typeAnnotation: Node): Node => ({ type: 'TSTypeAnnotation', typeAnnotation });

export const NUMBER = annotation({ type: 'TSNumberKeyword' });
export const BIGINT = annotation({ type: 'TSBigIntKeyword' });
export const VOID = annotation({ type: 'TSVoidKeyword' });

/** An annotation that names a type. */
export const named = (name: string): Node => annotation({ type: 'TSTypeReference', typeName: identifier(name) });

/** An annotation with a function type; `parameters` are annotated identifiers. */
export const functionType = (parameters: readonly Node[], result: Node): Node =>
  annotation({
    type: 'TSFunctionType',
    // typescript-estree names the fields one way, recast's definitions the other.
    params: parameters,
    parameters,
    returnType: result,
    typeAnnotation: result,
  });

/** Marks the statement as coming from `place`; of a declaration also the value, where a call may fail. */
export function at(node: Node, place: Place | undefined): Node {
  if (!place) return node;
  node.place = place;
  if (node.type === 'VariableDeclaration') {
    // A copy: leaves of the tree may be shared.
    for (const variable of node.declarations as { init: Node | null }[]) {
      if (variable.init) variable.init = { ...variable.init, place };
    }
  }
  return node;
}
