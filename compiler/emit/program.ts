/**
 * A linked program to a module: `export const program: ProgramImage = {...}`.
 *
 * Takes: the linked program and the form. Gives: an ESTree program (with types) for print.ts. `instantiate` binds
 * what the functions use of their environment, defines them, and fills the function table (runtime/abi.ts).
 */
import type { Call, Function as Definition, Signature } from '../ir/ir.ts';
import { visitStatements } from '../ir/walk.ts';
import type { Beginning } from '../link/beginnings.ts';
import type { LinkedProgram } from '../link/link.ts';
import { objectsOf } from '../link/place.ts';
import { base64 } from './base64.ts';
import { type EmitOptions, ProgramContext } from './context.ts';
import { emitFunction } from './functions.ts';
import { printAhead } from './javascript.ts';
import { supportFunction } from './support.ts';
import {
  array,
  assign,
  block,
  call,
  declare,
  declareAll,
  element,
  identifier,
  literal,
  member,
  type Node,
  named,
  object,
  property,
  returns,
  statement,
} from './tree.ts';
import { signatureType } from './types.ts';

/** The program that print.ts prints. */
export interface EmittedProgram {
  readonly ast: Node;
  /** Names of the source files, by their number in places. */
  readonly sources: readonly string[];
  /** C's names of the functions that have another one here, for stack traces. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly beginnings: readonly Beginning[];
}

/** The program's tree. */
export function emitProgram(
  linked: LinkedProgram,
  options: Partial<EmitOptions> & { name?: string } = {},
): EmittedProgram {
  const context = new ProgramContext(linked, { form: 'script', ...options });
  const names = new Set<string>();
  const functions = linked.functions.map((f) => {
    const tree = emitFunction(context, f);
    if (context.options.form === 'module') return tree;
    addNames([tree], names);
    return printAhead(tree, IN_INSTANTIATE);
  });
  const image = object({
    name: literal(options.name ?? linked.name),
    threads: literal(linked.threads ?? 0),
    privateEnd: literal(linked.privateEnd),
    sharedEnd: literal(linked.sharedEnd),
    debug: literal(linked.debug),
    sharedHeap: literal(options.sharedHeap ?? 0),
    ...(options.tellsPlaces && { places: array(context.tracedPlaces.map(literal)) }),
    ...(options.traced && { traced: literal(true) }),
    ...(options.explored && { explored: literal(true) }),
    ...(options.wide && { wide: literal(true), largestBlock: literal(linked.largestBlock) }),
    ...(linked.debug && { objects: array(objectsOf(linked).map((each) => array(each.map(literal)))) }),
    ...(linked.tellsUnfreed && { tellsUnfreed: literal(true) }),
    ...(linked.serial && { serial: literal(true) }),
    ...(linked.coarrays && { coarrays: literal(true) }),
    ...(linked.images && { images: literal(true) }),
    ...(linked.marks && { marks: literal(true) }),
    data: array(linked.data.map(dataSegment)),
    relocations: array(linked.relocations.map(relocation)),
  });
  (image.properties as Node[]).push(instantiate(context, functions, names));
  const places = options.form === 'module' ? placeConstants(context) : [];
  const exported = declare('const', 'program', image, named('ProgramImage'));
  const body = [
    importTypes(),
    ...places,
    { type: 'ExportNamedDeclaration', declaration: exported, specifiers: [], source: null },
  ];
  return {
    ast: { type: 'Program', sourceType: 'module', body },
    sources: context.files,
    renamed: context.renamedFunctions(),
    beginnings: linked.beginnings,
  };
}

function importTypes(): Node {
  const specifier = (name: string): Node => ({
    type: 'ImportSpecifier',
    imported: identifier(name),
    local: identifier(name),
  });
  return {
    type: 'ImportDeclaration',
    importKind: 'type',
    specifiers: [specifier('Environment'), specifier('ProgramImage')],
    source: literal('pgasc/runtime'),
  };
}

const withThread = (fields: Record<string, Node>, thread: number | undefined): Node =>
  object(thread === undefined ? fields : { ...fields, thread: literal(thread) });

const dataSegment = (d: LinkedProgram['data'][number]): Node =>
  withThread({ offset: literal(d.offset), base64: literal(base64(d.bytes)) }, d.thread);

const relocation = (r: LinkedProgram['relocations'][number]): Node =>
  withThread({ offset: literal(r.offset), value: literal(r.value), kind: literal(r.kind) }, r.thread);

/** Offsets of the static objects, by name. */
function placeConstants(context: ProgramContext): Node[] {
  return context.linked.statics.map((s) =>
    declare('const', context.staticName(s.name) as string, literal(context.offsetOf(s.name))),
  );
}

// ---------------------------------------------------------------- instantiate

/** How far the statements of `instantiate` are indented. */
const IN_INSTANTIATE = '  ';

/** `names` are those of functions that are text already. */
function instantiate(context: ProgramContext, functions: readonly Node[], names: Set<string>): Node {
  // Naming the functions of the table may name library functions: that comes before the bindings.
  const code = [...[...context.support].map(supportFunction), ...functions, ...tableEntries(context)];
  return method(
    'instantiate',
    [identifier('env', named('Environment'))],
    [
      ...environmentBindings(context, code, names),
      ...(context.usesStack ? [declare('let', 'sp', member(identifier('env'), 'stackTop'))] : []),
      ...libraryBindings(context, context.usedLibraryNames()),
      ...code,
      returns(object({ main: identifier(context.functionName(context.linked.entry)) })),
    ],
  );
}

/** `name(parameters) { body }` of an object. */
export function method(name: string, params: readonly Node[], body: readonly Node[]): Node {
  const value = { type: 'FunctionExpression', id: null, params, body: block(body) };
  return { ...property(name, { ...value, async: false, generator: false, expression: false }), method: true };
}

/** The names of the environment that `code` uses, besides those of `names`. */
export function environmentBindings(
  context: ProgramContext,
  code: readonly Node[],
  names: Set<string> = new Set(),
): Node[] {
  addNames(code, names);
  return [...bindings(context, names), ...(context.usesBytes ? [bytesView()] : [])];
}

const VIEWS = ['I8', 'U8', 'I16', 'U16', 'I32', 'I64', 'F32', 'F64'];
const TABLES = ['DOUBLE', 'HALVES', 'POWERS'];
const NUMBERS = ['MYTHREAD', 'THREADS', 'SHIFT', 'BASE', 'ORIGIN'];
const OPERATIONS = [
  ...['fence', 'poll', 'notify', 'wait', 'barrier', 'copy', 'fill', 'check', 'checkOwn', 'aligned', 'landing'],
  ...['load', 'store', 'get', 'put', 'getStrict', 'putStrict', 'endGet', 'startPut'].flatMap((how) =>
    VIEWS.map((view) => how + view),
  ),
  ...['putBitsU8', 'putBitsU16', 'putBitsI32', 'putBitsI64'],
  ...['startGet', 'endPuts', 'transfer'],
  ...['putBits', 'putWideBits'],
  ...['trapDivision', 'trapStack', 'trapCall', 'table'],
];

/** Names of the environment's parts that are used, as globals of the thread or constants of the instance. */
function bindings(context: ProgramContext, used: ReadonlySet<string>): Node[] {
  const env = identifier('env');
  const constants = [...VIEWS, ...TABLES, ...NUMBERS].filter((name) => used.has(name));
  const operations = OPERATIONS.filter((name) => used.has(name));
  const unpack = (names: readonly string[]): Node[] =>
    names.length === 0
      ? []
      : [
          {
            type: 'VariableDeclaration',
            kind: 'const',
            declarations: [{ type: 'VariableDeclarator', id: pattern(names), init: env }],
          },
        ];
  const limit: Record<string, Node> = used.has('STACK_LIMIT') ? { STACK_LIMIT: member(env, 'stackLimit') } : {};
  // All ranks of a simulated job have one set of global variables.
  if (context.options.form === 'module' || context.options.waiting !== undefined) {
    const declared = Object.entries(limit).map(([name, value]) => declare('const', name, value));
    return [...unpack(constants), ...unpack(operations), ...declared];
  }
  const globals = { ...Object.fromEntries(constants.map((name) => [name, member(env, name)])), ...limit };
  const defined = call(member(identifier('Object'), 'assign'), identifier('globalThis'), object(globals));
  return [statement(defined), ...unpack(operations)];
}

/** Adds the names of all identifiers in the trees. */
function addNames(nodes: readonly Node[], names: Set<string>): void {
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, name } = value as Partial<Node>;
    if (type === 'Identifier') names.add(name as string);
    else if (type !== 'Literal' && type !== 'Printed') Object.values(value).forEach(look);
  };
  nodes.forEach(look);
}

const pattern = (names: readonly string[]): Node => ({
  type: 'ObjectPattern',
  properties: names.map((name) => property(name, identifier(name))),
});

/** Accesses that are not aligned go through a DataView. */
function bytesView(): Node {
  const buffer = member(member(identifier('env'), 'memory'), 'buffer');
  return declare('const', 'BYTES', { type: 'NewExpression', callee: identifier('DataView'), arguments: [buffer] });
}

/** `const printf: (...) => number = env.library.printf`, for each library function that was named. */
export function libraryBindings(context: ProgramContext, names: readonly string[]): Node[] {
  const signatures = librarySignatures(context.linked);
  const variables = names.map((symbol) => {
    const signature = signatures.get(symbol);
    return {
      name: context.functionName(symbol),
      value: member(member(identifier('env'), 'library'), symbol),
      annotation: signature && signatureType(signature),
    };
  });
  return variables.map((variable) => declareAll('const', [variable]));
}

/** Signatures with which library functions are called; none where calls differ. */
function librarySignatures(linked: LinkedProgram): Map<string, Signature | undefined> {
  const signatures = new Map<string, Signature | undefined>();
  for (const f of linked.functions) visitCalls(f, (s, symbol) => noteSignature(signatures, symbol, s.signature));
  return signatures;
}

function visitCalls(f: Definition, visit: (call: Call, symbol: string) => void): void {
  visitStatements(f.body, (s) => {
    if (s.op === 'call' && 'symbol' in s.callee) visit(s, s.callee.symbol);
  });
}

function noteSignature(known: Map<string, Signature | undefined>, symbol: string, signature: Signature): void {
  const earlier = known.get(symbol);
  if (!known.has(symbol)) known.set(symbol, signature);
  else if (earlier && earlier !== signature && JSON.stringify(earlier) !== JSON.stringify(signature))
    known.set(symbol, undefined);
}

export function tableEntries(context: ProgramContext): Node[] {
  const { table, tableIndex } = context.linked;
  return table.map((symbol) => {
    const entry = element(identifier('table'), literal(tableIndex.get(symbol) as number));
    return statement(assign(entry, identifier(context.functionName(symbol))));
  });
}
