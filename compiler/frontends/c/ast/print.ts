/**
 * The tree as text, for `--dump-after=parse` and tests: one compact s-expression for each node.
 *
 * `int *a[3] = {1};` prints as `(declare int (= (* ([] a 3)) {1}))`. One idea: declarators print as they are built,
 * with what is applied to the base type first on the outside.
 */
import type {
  Attribute,
  DeclarationSpecifiers,
  Declarator,
  Designator,
  Expression,
  FunctionDeclarator,
  InitDeclarator,
  Initializer,
  MemberDeclaration,
  Node,
  Qualifiers,
  Statement,
  StringLiteral,
  TranslationUnit,
  TypeSpecifier,
} from './ast.ts';

/** The whole unit: a line for each external declaration, longer ones indented. */
export function printTree(unit: TranslationUnit): string {
  return unit.declarations.map((declaration) => `${layOut(printNode(declaration))}\n`).join('');
}

type Kind = Node['kind'];
type Printers = { [K in Kind]: (node: Extract<Node, { kind: K }>) => string };

/** One node on one line. */
export function printNode(node: Node): string {
  return (PRINTERS[node.kind] as (node: Node) => string)(node);
}

const print = printNode;

/** A list in parentheses, without its absent parts. */
function list(...parts: (string | undefined)[]): string {
  return `(${parts.filter((part) => part !== undefined && part !== '').join(' ')})`;
}

function maybe(node: Node | undefined): string | undefined {
  return node && print(node);
}

/** For a part that its place identifies. */
function orNone(node: Node | undefined): string {
  return node ? print(node) : '-';
}

function all(nodes: readonly Node[]): string {
  return nodes.map(print).join(' ');
}

// ---------------------------------------------------------------- literals

function stringText({ units, wide }: StringLiteral): string {
  const text = wide ? String.fromCodePoint(...units) : latin(units);
  return (wide ? 'L' : '') + JSON.stringify(text);
}

function latin(units: readonly number[]): string {
  return units.map((unit) => String.fromCharCode(unit)).join('');
}

const LONG = ['', 'l', 'll'];

// ---------------------------------------------------------------- declarations

function qualifiers(q: Qualifiers): string[] {
  const shared = q.shared.map(({ layout }) => {
    if (layout.kind === 'none') return 'shared';
    if (layout.kind === 'indefinite') return 'shared[]';
    return layout.kind === 'star' ? 'shared[*]' : `shared[${print(layout.size)}]`;
  });
  const words = [q.strict && 'strict', q.relaxed && 'relaxed', q.const && 'const', q.volatile && 'volatile'];
  return [...words, q.restrict && 'restrict'].filter((word): word is string => Boolean(word)).concat(shared);
}

function attributes(attributes: readonly Attribute[]): string[] {
  return attributes.map(({ name, arguments: values }) => `@${values.length === 0 ? name : list(name, all(values))}`);
}

/** `int`, or `{static const int}` where there is more than a word. */
function specifiers(s: DeclarationSpecifiers): string {
  const words = [
    ...s.storage.map(({ name }) => name),
    ...(s.inline ? ['inline'] : []),
    ...(s.noreturn ? ['noreturn'] : []),
    ...qualifiers(s.qualifiers),
    ...s.types.map((type: TypeSpecifier) => print(type)),
    ...attributes(s.attributes),
  ];
  return words.length === 1 ? (words[0] as string) : `{${words.join(' ')}}`;
}

function parameters({ parameters, variadic, identifiers }: FunctionDeclarator): string {
  if (identifiers) return `[${identifiers.map(({ name }) => name).join(' ')}]`;
  if (!parameters) return '[]';
  if (parameters.length === 0 && !variadic) return '[void]';
  return `[${[...parameters.map(print), ...(variadic ? ['...'] : [])].join(' ')}]`;
}

/** A type and a declarator: the type alone where the declarator adds nothing. */
function typed(type: DeclarationSpecifiers, declarator: Declarator): string {
  if (declarator.kind === 'NameDeclarator' && declarator.name === undefined) return specifiers(type);
  return list(':', specifiers(type), print(declarator));
}

function memberDeclarator({ declarator, width, attributes: given }: MemberDeclaration['declarators'][number]): string {
  const name = maybe(declarator) ?? '-';
  if (!width && given.length === 0) return name;
  return list('bits', name, maybe(width), ...attributes(given));
}

function initDeclarator(node: InitDeclarator): string {
  const extra = [
    node.coshape && `:${print(node.coshape)}`,
    ...attributes(node.attributes),
    node.assemblerName && `asm=${node.assemblerName}`,
  ].filter(Boolean);
  const declared =
    extra.length > 0 ? list('with', print(node.declarator), ...(extra as string[])) : print(node.declarator);
  return node.initializer ? list('=', declared, print(node.initializer)) : declared;
}

function designator(part: Designator): string {
  if (part.kind === 'member') return `.${part.name}`;
  return `[${print(part.index)}${part.last ? `...${print(part.last)}` : ''}]`;
}

function item({ designators, value }: { designators: readonly Designator[]; value: Initializer }): string {
  return designators.length === 0 ? print(value) : `${designators.map(designator).join('')}=${print(value)}`;
}

function loop(name: string, parts: (Expression | Node | undefined)[], affinity: string[], body: Statement): string {
  return list(name, ...parts.map(orNone), ...affinity, print(body));
}

// ---------------------------------------------------------------- one printer a node kind

const PRINTERS: Printers = {
  IntegerLiteral: (n) => `${n.value}${n.unsigned ? 'u' : ''}${LONG[n.long]}${n.imaginary ? 'i' : ''}`,
  FloatingLiteral: (n) =>
    `${Number.isInteger(n.value) ? n.value.toFixed(1) : n.value}${n.suffix}${n.imaginary ? 'i' : ''}`,
  CharacterLiteral: (n) => `${n.wide ? 'L' : ''}#${n.value}`,
  StringLiteral: stringText,
  Identifier: (n) => n.name,
  Threads: () => 'THREADS',
  MyThread: () => 'MYTHREAD',
  Unary: (n) => list(n.operator, print(n.operand)),
  IncrementDecrement: (n) =>
    n.prefix ? list(n.operator, print(n.operand)) : list('post', n.operator, print(n.operand)),
  SizeOf: (n) => list(n.operator, print(n.operand)),
  Cast: (n) => list('cast', print(n.typeName), print(n.operand)),
  Binary: (n) => list(n.operator, print(n.left), print(n.right)),
  Assignment: (n) => list(n.operator, print(n.left), print(n.right)),
  Conditional: (n) => list('?', print(n.test), orNone(n.then), print(n.otherwise)),
  Comma: (n) => list(',', print(n.left), print(n.right)),
  Call: (n) => list('call', print(n.callee), all(n.arguments)),
  Index: (n) => list('index', print(n.array), print(n.index)),
  Member: (n) => list(n.arrow ? '->' : '.', print(n.object), n.name),
  CompoundLiteral: (n) => list('literal', print(n.typeName), print(n.initializer)),
  StatementExpression: (n) => list('value-of', print(n.body)),
  VaArg: (n) => list('va_arg', print(n.list), print(n.typeName)),
  OffsetOf: (n) => list('offsetof', print(n.typeName), n.path.map(designator).join('')),
  TypesCompatible: (n) => list('types_compatible', print(n.first), print(n.second)),
  ChooseExpression: (n) => list('choose', print(n.test), print(n.then), print(n.otherwise)),
  LabelAddress: (n) => list('&&', n.label),
  GenericSelection: (n) =>
    list(
      'generic',
      print(n.control),
      ...n.associations.map(({ typeName, value }) => list(typeName ? print(typeName) : 'default', print(value))),
    ),
  Section: (n) => list('section', print(n.array), orNone(n.start), orNone(n.length), orNone(n.step)),
  Coindex: (n) =>
    list('on', print(n.object), all(n.subscripts), ...n.selectors.map(({ name, value }) => `${name}=${print(value)}`)),

  TypeName: (n) => typed(n.specifiers, n.declarator),
  DeclarationSpecifiers: specifiers,
  BasicType: (n) => n.name,
  AtomicType: (n) => list('atomic', print(n.typeName)),
  TypedefName: (n) => `'${n.name}`,
  StructOrUnion: (n) =>
    list(n.union ? 'union' : 'struct', n.tag, n.members && `{${all(n.members)}}`, ...attributes(n.attributes)),
  Enum: (n) =>
    list(
      'enum',
      n.tag,
      n.enumerators &&
        `{${n.enumerators.map((e) => (e.value ? list('=', e.name, print(e.value)) : e.name)).join(' ')}}`,
    ),
  TypeOf: (n) => list('typeof', print(n.operand)),
  MemberDeclaration: (n) => list('member', specifiers(n.specifiers), ...n.declarators.map(memberDeclarator)),
  NameDeclarator: (n) => n.name ?? '_',
  PointerDeclarator: (n) => list('*', ...qualifiers(n.qualifiers), print(n.inner)),
  ArrayDeclarator: (n) =>
    list(
      '[]',
      ...(n.static ? ['static'] : []),
      ...qualifiers(n.qualifiers),
      print(n.inner),
      n.size === '*' ? '*' : maybe(n.size),
    ),
  FunctionDeclarator: (n) => list('()', print(n.inner), parameters(n)),
  Parameter: (n) =>
    n.coshape ? list(':', typed(n.specifiers, n.declarator), print(n.coshape)) : typed(n.specifiers, n.declarator),
  Coshape: (n) => n.extents.map((extent) => `[${extent === '*' ? '*' : (maybe(extent) ?? '')}]`).join(''),
  InitializerList: (n) => `{${n.items.map(item).join(' ')}}`,
  Declaration: (n) => list('declare', specifiers(n.specifiers), ...n.declarators.map(initDeclarator)),
  InitDeclarator: initDeclarator,
  StaticAssert: (n) => list('static-assert', print(n.test), maybe(n.message)),

  Compound: (n) => list('block', all(n.items)),
  ExpressionStatement: (n) => (n.expression ? print(n.expression) : '(empty)'),
  If: (n) => list('if', print(n.test), print(n.then), maybe(n.otherwise)),
  Switch: (n) => list('switch', print(n.value), print(n.body)),
  While: (n) => list('while', print(n.test), print(n.body)),
  DoWhile: (n) => list('do', print(n.body), print(n.test)),
  For: (n) => loop('for', [n.initial, n.test, n.step], [], n.body),
  UpcForall: (n) =>
    loop(
      'upc_forall',
      [n.initial, n.test, n.step],
      [n.affinity === 'continue' ? 'continue' : orNone(n.affinity)],
      n.body,
    ),
  ComputedGoto: (n) => list('goto', list('*', print(n.target))),
  Goto: (n) => list('goto', n.label),
  Continue: () => '(continue)',
  Break: () => '(break)',
  Return: (n) => list('return', maybe(n.value)),
  Labeled: (n) => list('label', n.label, print(n.body)),
  Case: (n) => list(n.value ? 'case' : 'default', maybe(n.value), n.last && `... ${print(n.last)}`, print(n.body)),
  UpcNotify: (n) => list('upc_notify', maybe(n.value)),
  UpcWait: (n) => list('upc_wait', maybe(n.value)),
  UpcBarrier: (n) => list('upc_barrier', maybe(n.value)),
  UpcFence: () => '(upc_fence)',
  Critical: (n) => list('critical', maybe(n.stat), print(n.body)),
  ChangeTeam: (n) => list('change-team', print(n.team), maybe(n.stat), print(n.body)),
  FunctionDefinition: (n) =>
    list('function', specifiers(n.specifiers), print(n.declarator), ...n.oldStyle.map(print), print(n.body)),
  PragmaUpc: (n) => list('pragma', n.mode),
};

// ---------------------------------------------------------------- layout

const WIDTH = 110;

/** Breaks a long list before its parts; its head and first part stay on its line. */
function layOut(text: string, indent = ''): string {
  if (indent.length + text.length <= WIDTH || text[0] !== '(') return text;
  const [head, ...parts] = partsOf(text);
  const inner = `${indent}  `;
  return `(${head}${parts.map((part) => `\n${inner}${layOut(part, inner)}`).join('')})`;
}

/** The parts of a list, those in brackets or quotes whole. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 1; at < text.length - 1; at++) {
    const c = text[at] as string;
    if (c === '"') at = endOfString(text, at);
    else if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (c === ' ' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start, -1));
  return parts;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
