/**
 * A function of the IR to a function of JavaScript.
 *
 * The memory frame, where one is needed, is `fp`: the stack pointer lowered by the frame's size, checked against the
 * limit, and put back on every way out. A longjmp leaves it to the landing.
 */
import { localUses } from '../ir/homes.ts';
import type { Function as Definition, MachineType, Statement } from '../ir/ir.ts';
import { some, visitStatements } from '../ir/walk.ts';
import { FunctionContext, type ProgramContext } from './context.ts';
import { layOut } from './frame.ts';
import { Body, type Declarations } from './statements.ts';
import {
  assign,
  at,
  binary,
  call,
  declare,
  declareAll,
  functionDeclaration,
  identifier,
  ifs,
  literal,
  type Node,
  returns,
  statement,
} from './tree.ts';
import { annotationOf, resultOf, zeroOf } from './types.ts';

const SP = identifier('sp');
const FP = identifier('fp');

/** The function's declaration. */
export function emitFunction(program: ProgramContext, definition: Definition): Node {
  const frame = layOut(definition.frame);
  const f = new FunctionContext(program, [...definition.parameters, ...definition.locals], frame);
  const stack = stackUse(definition, frame.size, f);
  const asks = some(definition, ({ op }) => op === 'stack.save');
  if (frame.size > 0 || stack.allocates || asks) program.usesStack = true;
  const declarations = placeDeclarations(definition);
  const given = program.options.waiting?.has(definition.name) ? f.fresh('given') : undefined;
  const body = new Body(f, declarations, definition.results, stack, given).write(definition.body);
  const ends = canEnd(definition.body) ? [...stack.leave(), ...finalReturn(definition)] : [];
  const top = definition.locals.filter((local) => declarations.top.has(local.name));
  const variables = [
    ...top.map((local) => variable(f.localName(local.name), local.type)),
    ...f.temporaries.map((temporary) => variable(temporary.name, temporary.type)),
    ...(given === undefined ? [] : [variable(given, 'i32')]),
  ];
  const declared = variables.length > 0 ? [declareAll('let', variables)] : [];
  const parameters = definition.parameters.map((p) => identifier(f.localName(p.name), annotationOf(p.type)));
  const name = program.functionName(definition.name);
  const node = functionDeclaration(name, parameters, resultOf(definition.results), [
    ...stack.enter,
    ...declared,
    ...body,
    ...ends,
  ]);
  const form = given === undefined ? node : { ...node, generator: true };
  return documented(at(form, program.place(definition.at)), definition);
}

/** Statements that are written as one assignment whose value comes last. */
function declarable(s: Statement): boolean {
  if (s.op === 'get') return !s.strict;
  return s.op === 'set' || s.op === 'call' || s.op === 'stack.save';
}

/** A local is declared by its first assignment when that stands before every use, else at the top as zero. */
function placeDeclarations(definition: Definition): Declarations {
  const uses = localUses(definition);
  const at = new Map<Statement, 'let' | 'const'>();
  const top = new Set<string>();
  for (const { name } of definition.locals) {
    const use = uses.get(name);
    if (use?.origin && declarable(use.origin)) at.set(use.origin, use.assignments === 1 ? 'const' : 'let');
    else if (use) top.add(name);
  }
  return { at, top };
}

const variable = (name: string, type: MachineType) => ({
  name,
  value: zeroOf(type),
  annotation: annotationOf(type),
});

function documented(node: Node, definition: Definition): Node {
  if (definition.prototype !== undefined) {
    const text = definition.prototype.replaceAll('*/', '*\\/');
    node.comments = [{ type: 'CommentBlock', value: `* \`${text}\` `, leading: true }];
  }
  return node;
}

function finalReturn(definition: Definition): Node[] {
  const [first] = definition.results;
  return first ? [returns(zeroOf(first))] : [];
}

// ---------------------------------------------------------------- the memory frame

interface StackUse {
  readonly enter: Node[];
  readonly leave: () => Node[];
  readonly allocates: boolean;
  readonly lowest: string | undefined;
}

/** What the function does to the stack pointer on its way in and out. */
function stackUse(definition: Definition, size: number, f: FunctionContext): StackUse {
  const allocates = some(definition, ({ op }) => op === 'stack.allocate');
  const lands = some(definition, ({ op }) => op === 'landing');
  const lowest = lands ? f.fresh('lowest') : undefined;
  const keepLowest = lowest ? [declare('let', lowest, SP)] : [];
  if (size > 0) {
    const enter = [...lowered(size), ...keepLowest];
    return { enter, leave: () => [statement(assign(SP, binary('+', FP, literal(size))))], allocates, lowest };
  }
  if (!allocates) return { enter: keepLowest, leave: () => [], allocates, lowest };
  const entry = f.fresh('entry');
  const enter = [declare('const', entry, SP), ...keepLowest];
  return { enter, leave: () => [statement(assign(SP, identifier(entry)))], allocates, lowest };
}

/** `if (sp - size < STACK_LIMIT) trapStack(); const fp = sp = sp - size`: no wrap, the limit is checked before. */
function lowered(size: number): Node[] {
  const below = binary('-', SP, literal(size));
  return [
    ifs(binary('<', below, identifier('STACK_LIMIT')), statement(call(identifier('trapStack')))),
    declare('const', 'fp', assign(SP, binary('|', below, literal(0)))),
  ];
}

// ---------------------------------------------------------------- reaching the end

/** Can control come to the end of these statements? In doubt, yes. */
function canEnd(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  if (!last) return true;
  switch (last.op) {
    case 'return':
    case 'break':
    case 'continue':
      return false;
    case 'if':
      return canEnd(last.then) || canEnd(last.otherwise);
    case 'loop':
      return last.test !== undefined || breaksTo(last.body, last.label);
    case 'block':
      return canEnd(last.body) || breaksTo(last.body, last.label);
    default:
      return true;
  }
}

function breaksTo(body: readonly Statement[], label: string): boolean {
  let found = false;
  visitStatements(body, (s) => {
    found ||= s.op === 'break' && s.label === label;
  });
  return found;
}
