/**
 * Prints a module of IR as text that `parse.ts` reads back to the same module.
 *
 * Takes: a module, function, statement or expression. Gives: text.
 * One idea: expressions are prefix lists as `(add %x 1)`, statements one line each with blocks in braces; the first
 * character of a name is its kind: %local, &private static, @shared static, #frame slot, *function.
 * A source position is `!line:column` of the first file of the module's `file` lines, `!n/line:column` of file n.
 */
import type { Position } from '../source/source.ts';
import type {
  Constant,
  Datum,
  Function as Definition,
  Expression,
  Load,
  Module,
  OwnElements,
  SharedAddress,
  SharedLayout,
  Signature,
  Statement,
  Static,
  VectorConstant,
} from './ir.ts';
import { laneType } from './vectors.ts';

/** Text of a whole module. */
export function printModule(module: Module): string {
  const files = new FileTable();
  const parts = [
    ...module.functionImports.map((f) => `import${weak(f)} *${name(f.name)}${signature(f.signature)}${files.at(f.at)}`),
    ...module.staticImports.map(
      (s) => `import${weak(s)} ${sigil(s.space)}${name(s.name)}${typeText(s.typeText)}${files.at(s.at)}`,
    ),
    ...module.statics.map((s) => printStatic(s, files)),
    ...module.functions.map((f) => printFunctionWith(f, files)),
  ];
  const threads = module.threads === undefined ? '' : ` threads ${module.threads}`;
  const serial = module.serial ? ' serial' : '';
  const heads = [
    `module ${quoted(module.name)}${threads}${serial}`,
    ...files.names.map((file) => `file ${quoted(file)}`),
  ];
  return `${[...heads, ...parts].join('\n')}\n`;
}

/** Text of one function, positions without their files. */
export function printFunction(definition: Definition): string {
  return printFunctionWith(definition, new FileTable());
}

/** Numbers the files in the order of first use by positions. */
class FileTable {
  readonly names: string[] = [];

  at(position: Position | undefined): string {
    if (!position) return '';
    const index = this.#indexOf(position.name);
    return ` !${index === 0 ? '' : `${index}/`}${position.line}:${position.column}`;
  }

  #indexOf(file: string): number {
    const index = this.names.indexOf(file);
    return index >= 0 ? index : this.names.push(file) - 1;
  }
}

// ---------------------------------------------------------------- names and constants

const PLAIN_NAME = /^[A-Za-z_$.][\w$.]*$/;

const quoted = (text: string): string => JSON.stringify(text);
const name = (text: string): string => (PLAIN_NAME.test(text) ? text : quoted(text));
const sigil = (space: 'private' | 'shared'): string => (space === 'private' ? '&' : '@');
const offset = (bytes: number): string => (bytes === 0 ? '' : bytes > 0 ? `+${bytes}` : `${bytes}`);
const weak = (item: { readonly weak?: true }): string => (item.weak ? ' weak' : '');
const typeText = (text: string | undefined): string => (text === undefined ? '' : ` type ${quoted(text)}`);

function signature(s: Signature): string {
  return `(${s.parameters.join(' ')})${s.results.length > 0 ? ` -> ${s.results.join(' ')}` : ''}`;
}

function printConstant(c: Constant): string {
  if (c.type === 'i32') return `${c.value}`;
  if (c.type === 'i64') return `${c.value}n`;
  if (c.type === 'shared') return `${c.value}s`;
  return printFloat(c.value as number) + (c.type === 'f32' ? 'f' : '');
}

/** Shortest decimal that round-trips; NaNs as the bits of the double. */
function printFloat(value: number): string {
  if (Number.isNaN(value)) return `nan(${nanBits(value)})`;
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const text = `${value}`;
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function nanBits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16);
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

// ---------------------------------------------------------------- expressions

const layoutText = (layout: SharedLayout): string => `[${layout.block} ${layout.elementSize}]`;

const list = (...items: readonly (string | Expression | undefined)[]): string =>
  `(${items
    .map((item) => (typeof item === 'string' ? item : item && printExpression(item)))
    .filter(Boolean)
    .join(' ')})`;

/** Text of an expression. */
export function printExpression(e: Expression): string {
  switch (e.op) {
    case 'const':
      return printConstant(e);
    case 'local':
      return `%${name(e.name)}`;
    case 'static':
      return `&${name(e.symbol)}${offset(e.offset)}`;
    case 'shared':
      return sharedText(e);
    case 'function':
      return `*${name(e.symbol)}`;
    case 'frame':
      return `#${name(e.slot)}${offset(e.offset)}`;
    case 'threads':
    case 'mythread':
    case 'regionshift':
    case 'origin':
      return e.op;
    default:
      return printOperation(e);
  }
}

function sharedText({ type, symbol, offset: bytes }: SharedAddress): string {
  const text = `@${name(symbol)}${offset(bytes)}`;
  return type === 'shared' ? text : `(private ${text})`;
}

type Operation = Exclude<
  Expression,
  {
    op:
      | 'const'
      | 'local'
      | 'static'
      | 'shared'
      | 'function'
      | 'frame'
      | 'threads'
      | 'mythread'
      | 'regionshift'
      | 'origin';
  }
>;

function printOperation(e: Operation): string {
  switch (e.op) {
    case 'load':
      return list('load', e.memory + access(e), e.address);
    case 'unary':
      return list(e.operator, e.operand);
    case 'binary':
      return list(e.operator, e.left, e.right);
    case 'convert':
      return list(e.signed ? 'convert' : 'convert_u', e.type, e.operand);
    case 'select':
      return list('select', e.test, e.then, e.otherwise);
    case 'pure':
      return list('pure', e.type, name(e.symbol), ...e.arguments);
    case 'vector':
      return list(`${e.lanes}.${e.operator}`, ...e.operands);
    case 'vector.const':
      return list(`${e.lanes}.const`, ...e.values.map((value) => laneText(e, value)));
    case 'lane':
      return list(`${e.lanes}.lane`, `${e.index}`, e.operand);
    case 'bitmask':
      return list('i8x16.bitmask', e.operand);
    case 'shuffle':
      return list('v128.shuffle', `[${e.bytes.join(' ')}]`, e.left, e.right);
    case 'element':
      return list('element', layoutText(e.layout), e.base, e.index);
    case 'advance':
      return list('advance', layoutText(e.layout), e.address, e.phase, e.count);
    case 'advance.phase':
      return list('advance.phase', layoutText(e.layout), e.phase, e.count);
    case 'threadof':
      return list('threadof', e.address);
    case 'counterpart':
      return list('counterpart', e.address, e.thread);
    case 'difference':
      return list('difference', layoutText(e.layout), e.left, e.leftPhase, e.right, e.rightPhase);
  }
}

const laneText = ({ lanes }: VectorConstant, value: number | bigint): string =>
  printConstant({ op: 'const', type: laneType(lanes), value });

/** Flags of memory accesses, in the order of the text. */
export const ACCESS = ['volatile', 'unaligned', 'punned', 'ahead'] as const;

const access = (e: Pick<Load, (typeof ACCESS)[number]>): string =>
  ACCESS.map((word) => (e[word] ? ` ${word}` : '')).join('');

// ---------------------------------------------------------------- statements

/** Text of a statement and its blocks. */
export function printStatement(statement: Statement, indent = ''): string {
  return statementText(statement, indent, new FileTable());
}

function statementText(s: Statement, indent: string, files: FileTable): string {
  const block = (body: readonly Statement[]): string => blockText(body, indent, files);
  const place = files.at(s.at);
  switch (s.op) {
    case 'if': {
      const otherwise = s.otherwise.length > 0 ? ` else ${block(s.otherwise)}` : '';
      return `${indent}if ${printExpression(s.test)}${place} ${block(s.then)}${otherwise}`;
    }
    case 'loop': {
      const test = s.test ? ` ${printExpression(s.test)}` : '';
      const step = s.step.length > 0 ? ` step ${block(s.step)}` : '';
      return `${indent}${s.kind} ${name(s.label)}${test}${s.own ? ownText(s.own) : ''}${place} ${block(s.body)}${step}`;
    }
    case 'block':
      return `${indent}block ${name(s.label)}${place} ${block(s.body)}`;
    case 'switch': {
      const inner = `${indent}  `;
      const arms = s.arms.map((arm) => {
        const values = arm.values.map(integer).join(' ');
        return `${inner}${arm.isDefault ? 'default ' : ''}${values && `case ${values} `}${blockText(arm.body, inner, files)}\n`;
      });
      return `${indent}switch ${name(s.label)} ${printExpression(s.value)}${place} {\n${arms.join('')}${indent}}`;
    }
    case 'landing':
      return `${indent}landing ${name(s.label)} %${name(s.activation)} %${name(s.site)} %${name(s.value)}${place} ${block(s.body)}`;
    default:
      return `${indent}${simpleText(s)}${place}`;
  }
}

function ownText({ counter, block, place }: OwnElements): string {
  return ` own [${block}] %${name(counter)} ${printExpression(place)}`;
}

function blockText(body: readonly Statement[], indent: string, files: FileTable): string {
  return `{\n${body.map((s) => `${statementText(s, `${indent}  `, files)}\n`).join('')}${indent}}`;
}

type Simple = Exclude<Statement, { op: 'if' | 'loop' | 'block' | 'switch' | 'landing' }>;

const rank = (e: Expression | undefined): string => (e ? ` rank ${printExpression(e)}` : '');

function simpleText(s: Simple): string {
  const text = printExpression;
  switch (s.op) {
    case 'set':
      return `set %${name(s.local)} ${text(s.value)}`;
    case 'store':
      return `store ${s.memory}${access(s)} ${text(s.address)} ${text(s.value)}`;
    case 'get':
      return `get${s.strict ? ' strict' : ''}${access(s)} %${name(s.local)} ${s.memory}${rank(s.rank)} ${text(s.address)}`;
    case 'put':
      return `put${s.strict ? ' strict' : ''}${access(s)}${mask(s.mask)} ${s.memory}${rank(s.rank)} ${text(s.address)} ${text(s.value)}`;
    case 'get.start':
      return `get.start %${name(s.local)} ${s.memory}${rank(s.rank)} ${text(s.address)}`;
    case 'get.sync':
      return `get.sync %${name(s.local)}`;
    case 'put.start':
      return `put.start ${s.memory}${rank(s.rank)} ${text(s.address)} ${text(s.value)}`;
    case 'copy':
      return `copy${s.strict ? ' strict' : ''} ${s.to}${rank(s.destinationRank)} ${text(s.destination)} ${s.from}${rank(s.sourceRank)} ${text(s.source)} ${text(s.size)}`;
    case 'fill':
      return `fill ${text(s.address)} ${text(s.byte)} ${text(s.size)}`;
    case 'call': {
      const callee = 'symbol' in s.callee ? `*${name(s.callee.symbol)}` : text(s.callee.table);
      const results = s.results.map((r) => `%${name(r)} `).join('');
      return `call ${results}${results && '= '}${callee} [${s.arguments.map(text).join(' ')}] ${signature(s.signature)}`;
    }
    case 'break':
    case 'continue':
      return `${s.op} ${name(s.label)}`;
    case 'return':
      return ['return', ...s.values.map(text)].join(' ');
    case 'fence':
    case 'poll':
    case 'put.sync':
      return s.op;
    case 'notify':
    case 'wait':
    case 'barrier':
      return s.value ? `${s.op} ${text(s.value)}` : s.op;
    case 'stack.save':
    case 'stack.restore':
      return `${s.op} %${name(s.local)}`;
    case 'stack.allocate':
      return `stack.allocate %${name(s.local)} ${text(s.size)}`;
    case 'evaluate':
      return `evaluate ${text(s.value)}`;
    case 'charge': {
      const amounts = Object.entries(s.amounts).map(([kind, amount]) => `${kind} ${amount}`);
      return ['charge', ...amounts, ...(s.times ? ['times', text(s.times)] : [])].join(' ');
    }
  }
}

// ---------------------------------------------------------------- definitions

function printFunctionWith(f: Definition, files: FileTable): string {
  const parameters = f.parameters.map((p) => `%${name(p.name)} ${p.type}`).join(' ');
  const results = f.results.length > 0 ? ` -> ${f.results.join(' ')}` : '';
  const heads = [
    ...(f.inlining === undefined ? [] : [`inline ${f.inlining}`]),
    ...(f.beforeMain === undefined ? [] : [`before ${f.beforeMain}`]),
    ...(f.afterMain === undefined ? [] : [`after ${f.afterMain}`]),
    ...(f.prototype === undefined ? [] : [`prototype ${quoted(f.prototype)}`]),
    ...f.frame.map((slot) => `frame #${name(slot.name)} ${slot.size} ${slot.alignment}`),
    ...f.locals.map((l) => `local %${name(l.name)} ${l.type}`),
  ];
  const lines = heads.map((line) => `  ${line}\n`).join('');
  const body = f.body.map((s) => `${statementText(s, '  ', files)}\n`).join('');
  return `function ${f.linkage}${weak(f)} *${name(f.name)}(${parameters})${results}${files.at(f.at)} {\n${lines}${body}}`;
}

function printStatic(s: Static, files: FileTable): string {
  const common = s.common ? ' common' : '';
  const head = `static ${s.linkage}${common}${weak(s)} ${sigil(s.space)}${name(s.name)} ${s.size} ${s.alignment}${typeText(s.typeText)}${files.at(s.at)}`;
  if (s.data.length === 0) return head;
  return `${head} {\n${s.data.map((d) => `  ${printDatum(d)}\n`).join('')}}`;
}

function printDatum(d: Datum): string {
  const thread = d.thread === undefined ? '' : ` thread ${d.thread}`;
  if ('bytes' in d) return `bytes ${d.offset} ${quoted(hex(d.bytes))}${thread}`;
  if ('phase' in d) return `phase ${d.offset} ${d.phase}${thread}`;
  return `address ${d.offset} ${name(d.symbol)} ${d.addend}${thread}`;
}

const integer = (value: number | bigint): string => `${value}${typeof value === 'bigint' ? 'n' : ''}`;

const mask = (bits: number | bigint | undefined): string => (bits === undefined ? '' : ` mask ${integer(bits)}`);
