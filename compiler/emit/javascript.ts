/**
 * Prints the emitted tree as JavaScript that runs: types and module syntax are left out.
 *
 * Takes: the tree of `tree.ts`. Gives: text, and for each line of it the places that its parts come from. One idea:
 * places stand on statements and on what they declare, so an expression is one string, and only statements know lines.
 */
import type { Mapped } from './sourcemap.ts';
import type { Node } from './tree.ts';

/** The text, and the segments of the source map by line of it. */
export interface PrintedScript {
  readonly code: string;
  readonly mappings: readonly (readonly Mapped[])[];
}

export function printScript(program: Node): PrintedScript {
  const printer = new Printer();
  printer.statements(program.body as Node[]);
  return printer.end();
}

/** The statement as text that will stand at this indentation, in the place of its tree, which can be forgotten. */
export function printAhead(statement: Node, indent: string): Node {
  const printer = new Printer(indent);
  printer.statements([statement]);
  return { type: PRINTED, indent, ...printer.end() };
}

const PRINTED = 'Printed';

// ---------------------------------------------------------------- expressions

/** How tightly an expression holds together; an operand that holds less tightly stands in parentheses. */
const SEQUENCE = 1;
const ASSIGNMENT = 2;
const CONDITIONAL = 3;
const UNARY = 15;
const MEMBER = 18;
const PRIMARY = 19;
const OPERATORS: Readonly<Record<string, number>> = {
  ...{ '??': 4, '||': 5, '&&': 6, '|': 7, '^': 8, '&': 9 },
  ...{ '===': 10, '!==': 10, '==': 10, '!=': 10, '<': 11, '>': 11, '<=': 11, '>=': 11 },
  ...{ '<<': 12, '>>': 12, '>>>': 12, '+': 13, '-': 13, '*': 14, '/': 14, '%': 14 },
};

function strengthOf(node: Node): number {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return OPERATORS[node.operator as string] as number;
    case 'UnaryExpression':
      return UNARY;
    case 'ConditionalExpression':
      return CONDITIONAL;
    case 'AssignmentExpression':
    case 'YieldExpression':
      return ASSIGNMENT;
    case 'SequenceExpression':
      return SEQUENCE;
    case 'CallExpression':
    case 'MemberExpression':
    case 'NewExpression':
      return MEMBER;
    default:
      return PRIMARY;
  }
}

/** The expression, in parentheses where it holds less tightly than `least`. */
function operand(node: Node, least: number): string {
  const text = expressionText(node);
  return strengthOf(node) < least ? `(${text})` : text;
}

/** An expression's text. */
export function expressionText(node: Node): string {
  switch (node.type) {
    case 'Identifier':
      return node.name as string;
    case 'Literal':
      return literal(node);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return binary(node);
    case 'MemberExpression': {
      const of = operand(node.object as Node, MEMBER);
      return node.computed
        ? `${of}[${expressionText(node.property as Node)}]`
        : `${of}${node.optional ? '?.' : '.'}${(node.property as Node).name}`;
    }
    case 'YieldExpression':
      return `yield* ${operand(node.argument as Node, ASSIGNMENT)}`;
    case 'CallExpression':
      return operand(node.callee as Node, MEMBER) + listOf(node.arguments as Node[]);
    case 'AssignmentExpression':
      return `${expressionText(node.left as Node)} ${node.operator} ${operand(node.right as Node, ASSIGNMENT)}`;
    case 'UnaryExpression': // two signs that meet would be another operator
      return (node.operator as string) + operand(node.argument as Node, UNARY + 1);
    case 'ConditionalExpression':
      return conditional(node);
    case 'SequenceExpression':
      return (node.expressions as Node[]).map((each) => operand(each, ASSIGNMENT)).join(', ');
    case 'ArrayExpression':
      return `[${elements(node.elements as Node[])}]`;
    case 'ObjectExpression':
    case 'ObjectPattern': {
      const properties = node.properties as Node[];
      return properties.length === 0 ? '{}' : `{ ${properties.map(property).join(', ')} }`;
    }
    case 'NewExpression':
      return `new ${operand(node.callee as Node, MEMBER)}${listOf(node.arguments as Node[])}`;
    default:
      throw new Error(`no expression of JavaScript: ${node.type}`);
  }
}

function literal(node: Node): string {
  if (node.raw !== undefined) return node.raw as string;
  return typeof node.value === 'string' ? quoted(node.value) : String(node.value);
}

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** Operators of one strength go from left to right. `??` wants its operands in parentheses where they are logical. */
function binary(node: Node): string {
  const operator = node.operator as string;
  const strength = OPERATORS[operator] as number;
  const isMixed = operator === '??';
  const left = operand(node.left as Node, isMixed ? (OPERATORS['|'] as number) : strength);
  return `${left} ${operator} ${operand(node.right as Node, isMixed ? (OPERATORS['|'] as number) : strength + 1)}`;
}

function conditional(node: Node): string {
  const test = operand(node.test as Node, CONDITIONAL + 1);
  return `${test} ? ${operand(node.consequent as Node, ASSIGNMENT)} : ${operand(node.alternate as Node, ASSIGNMENT)}`;
}

const elements = (nodes: readonly Node[]): string => nodes.map((each) => operand(each, ASSIGNMENT)).join(', ');

const listOf = (nodes: readonly Node[]): string => `(${elements(nodes)})`;

function property(node: Node): string {
  const key = (node.key as Node).name as string;
  return node.shorthand ? key : `${key}: ${operand(node.value as Node, ASSIGNMENT)}`;
}

// ---------------------------------------------------------------- statements

class Printer {
  readonly #lines: string[] = [];
  readonly #mappings: (readonly Mapped[])[] = [];
  #line = '';
  #segments: Mapped[] = [];
  #indent: string;

  constructor(indent = '') {
    this.#indent = indent;
  }

  end(): PrintedScript {
    if (this.#line !== '') this.#break();
    return { code: this.#lines.join('\n'), mappings: this.#mappings };
  }

  statements(body: readonly Node[]): void {
    for (const node of body) this.#statement(node);
  }

  #statement(node: Node): void {
    if (node.type === PRINTED) this.#printed(node as Node & PrintedScript);
    else this.#written(node);
  }

  #written(node: Node): void {
    this.#from(node);
    this.#begun(node);
    this.#from(node);
    if (this.#line !== '') this.#break();
  }

  #printed({ code, mappings, indent }: Node & PrintedScript): void {
    if (indent !== this.#indent) throw new Error(`printed for an indentation of "${indent}", not "${this.#indent}"`);
    this.#lines.push(code);
    for (const segments of mappings) this.#mappings.push(segments);
  }

  /** The statement without the end of its last line. */
  #begun(node: Node): void {
    switch (node.type) {
      case 'ExpressionStatement':
        this.#write(`${expressionText(node.expression as Node)};`);
        break;
      case 'VariableDeclaration':
        this.#declaration(node);
        break;
      case 'IfStatement':
        this.#if(node);
        break;
      case 'BlockStatement':
        this.#block(node.body as Node[]);
        break;
      case 'ForStatement':
        this.#write(`for (; ${optional(node.test)}; ${optional(node.update)}) `);
        this.#begun(node.body as Node);
        break;
      case 'WhileStatement':
        this.#write(`while (${expressionText(node.test as Node)}) `);
        this.#begun(node.body as Node);
        break;
      case 'DoWhileStatement':
        this.#write('do ');
        this.#begun(node.body as Node);
        this.#write(` while (${expressionText(node.test as Node)});`);
        break;
      case 'ReturnStatement':
        this.#return(node.argument as Node | null);
        break;
      case 'BreakStatement':
        this.#write(`break${target(node)};`);
        break;
      case 'ContinueStatement':
        this.#write(`continue${target(node)};`);
        break;
      case 'LabeledStatement':
        this.#write(`${(node.label as Node).name}: `);
        this.#begun(node.body as Node);
        break;
      case 'SwitchStatement':
        this.#switch(node);
        break;
      case 'TryStatement':
        this.#try(node);
        break;
      case 'FunctionDeclaration':
        this.#write(`function${node.generator ? '*' : ''} ${(node.id as Node).name}${listOf(node.params as Node[])} `);
        this.#begun(node.body as Node);
        break;
      case 'ExportNamedDeclaration':
        this.#begun(node.declaration as Node);
        break;
      case 'ImportDeclaration':
        break; // of types
      default:
        throw new Error(`no statement of JavaScript: ${node.type}`);
    }
  }

  #declaration(node: Node): void {
    this.#write(`${node.kind} `);
    (node.declarations as { id: Node; init: Node | null }[]).forEach(({ id, init }, index) => {
      this.#write(index === 0 ? expressionText(id) : `, ${expressionText(id)}`);
      if (!init) return;
      this.#write(' = ');
      this.#from(init);
      if (hasParts(init)) this.#object(init);
      else this.#write(operand(init, ASSIGNMENT));
    });
    this.#write(';');
  }

  #return(value: Node | null): void {
    this.#write(value ? 'return ' : 'return');
    if (value && hasParts(value)) this.#object(value);
    else if (value) this.#write(expressionText(value));
    this.#write(';');
  }

  /** An object that has a method: a line for each property, and of a list a line for each element. */
  #object(node: Node): void {
    this.#write('{');
    this.#inner(() => {
      for (const each of node.properties as Node[]) {
        this.#property(each);
        this.#row('');
      }
    });
    this.#write('}');
  }

  #property(node: Node): void {
    const [key, value] = [(node.key as Node).name as string, node.value as Node];
    if (node.method) {
      this.#write(`${key}${listOf(value.params as Node[])} `);
      this.#begun(value.body as Node);
    } else if (value.type === 'ArrayExpression') {
      this.#write(`${key}: [`);
      this.#inner(() => {
        for (const element of value.elements as Node[]) this.#row(operand(element, ASSIGNMENT));
      });
      this.#write(']');
    } else this.#write(property(node));
  }

  #if(node: Node): void {
    this.#write(`if (${expressionText(node.test as Node)}) `);
    this.#begun(node.consequent as Node);
    if (!node.alternate) return;
    this.#write(' else ');
    this.#from(node.alternate as Node);
    this.#begun(node.alternate as Node);
  }

  #switch(node: Node): void {
    this.#write(`switch (${expressionText(node.discriminant as Node)}) {`);
    this.#inner(() => {
      for (const { test, consequent } of node.cases as { test: Node | null; consequent: Node[] }[]) {
        this.#write(test ? `case ${expressionText(test)}: ` : 'default: ');
        for (const each of consequent) this.#begun(each);
        this.#break();
      }
    });
    this.#write('}');
  }

  #try(node: Node): void {
    const { param, body } = node.handler as { param: Node; body: Node };
    this.#write('try ');
    this.#begun(node.block as Node);
    this.#write(` catch (${expressionText(param)}) `);
    this.#begun(body);
  }

  #block(body: readonly Node[]): void {
    this.#write('{');
    if (body.length > 0) this.#inner(() => this.statements(body));
    this.#write('}');
  }

  // -------------------------------------------------------------- lines

  #inner(write: () => void): void {
    this.#break();
    const outer = this.#indent;
    this.#indent = `${outer} `;
    write();
    this.#indent = outer;
  }

  #row(text: string): void {
    this.#write(`${text},`);
    this.#break();
  }

  #write(text: string): void {
    this.#line = this.#line === '' ? this.#indent + text : this.#line + text;
  }

  #break(): void {
    this.#lines.push(this.#line);
    this.#mappings.push(this.#segments);
    this.#line = '';
    this.#segments = [];
  }

  /** From here on the text comes from where the node does. */
  #from({ place }: Node): void {
    if (!place) return;
    const { source, line, column } = place;
    const last = this.#segments.at(-1);
    if (last && last[1] === source && last[2] === line - 1 && last[3] === column - 1) return;
    this.#segments.push([this.#line === '' ? this.#indent.length : this.#line.length, source, line - 1, column - 1]);
  }
}

const optional = (node: unknown): string => (node ? expressionText(node as Node) : '');

const target = ({ label }: Node): string => (label ? ` ${(label as Node).name}` : '');

const hasParts = (node: Node): boolean =>
  node.type === 'ObjectExpression' && (node.properties as Node[]).some(({ method }) => method);
