/**
 * Reads the text form of the IR (see text.ts) back into a module.
 *
 * Takes: text. Gives: the module; throws InternalError where the text is wrong. Types that follow from the operands
 * are not in the text: the parser works them out as the builders do, but folds nothing.
 */
import type { Position } from '../source/source.ts';
import { isComparison, machineTypeOf } from './builders.ts';
import { hasOperator } from './fold.ts';
import type {
  BinaryOperator,
  Constant,
  Datum,
  Function as Definition,
  Expression,
  MachineType,
  MemoryType,
  Module,
  SharedLayout,
  Signature,
  Statement,
  Static,
  UnaryOperator,
} from './ir.ts';
import { Scanner } from './scanner.ts';

/** The module that `text` describes. */
export function parseModule(text: string): Module {
  return new Parser(new Scanner(text)).module();
}

const MEMORY_TYPES = new Set<string>(['i8', 'u8', 'i16', 'u16', 'i32', 'i64', 'f32', 'f64']);
const MACHINE_TYPES = new Set<string>(['i32', 'i64', 'f32', 'f64']);
const UNARY = new Set<string>([
  ...['neg', 'complement', 'not', 'extend8', 'extend16', 'sqrt', 'abs', 'floor', 'ceil', 'trunc', 'rint'],
]);

class Parser {
  readonly #in: Scanner;
  readonly #files: string[] = [];
  /** Types of the parameters and locals of the function that is being read. */
  #types = new Map<string, MachineType>();

  constructor(scanner: Scanner) {
    this.#in = scanner;
  }

  // -------------------------------------------------------------- definitions

  module(): Module {
    this.#in.expect('module');
    const name = this.#in.name();
    const threads = this.#in.accept('threads') ? this.#in.number() : undefined;
    while (this.#in.accept('file')) this.#files.push(this.#in.name());
    const functions: Definition[] = [];
    const statics: Static[] = [];
    const functionImports: Module['functionImports'][number][] = [];
    const staticImports: Module['staticImports'][number][] = [];
    while (!this.#in.done) {
      if (this.#in.accept('function')) functions.push(this.#function());
      else if (this.#in.accept('static')) statics.push(this.#static());
      else {
        this.#in.expect('import');
        if (this.#in.accept('*')) functionImports.push(this.#functionImport());
        else staticImports.push(this.#staticImport());
      }
    }
    return { name, ...(threads !== undefined && { threads }), functions, statics, functionImports, staticImports };
  }

  #functionImport(): Module['functionImports'][number] {
    return { name: this.#in.name(), signature: this.#signature(), ...this.#at() };
  }

  #staticImport(): Module['staticImports'][number] {
    return { space: this.#space(), name: this.#in.name(), ...this.#typeText(), ...this.#at() };
  }

  #space(): 'private' | 'shared' {
    if (this.#in.accept('@')) return 'shared';
    this.#in.expect('&');
    return 'private';
  }

  #static(): Static {
    const linkage = this.#linkage();
    const common = this.#in.accept('common');
    const space = this.#space();
    const name = this.#in.name();
    const size = this.#in.number();
    const alignment = this.#in.number();
    const tail = { ...this.#typeText(), ...this.#at() };
    const data: Datum[] = [];
    if (this.#in.accept('{')) while (!this.#in.accept('}')) data.push(this.#datum());
    return { name, linkage, space, size, alignment, common, data, ...tail };
  }

  #datum(): Datum {
    if (this.#in.accept('bytes')) {
      const offset = this.#in.number();
      const digits = this.#in.name().match(/../g) ?? [];
      return { offset, bytes: Uint8Array.from(digits, (d) => Number.parseInt(d, 16)), ...this.#thread() };
    }
    this.#in.expect('address');
    const offset = this.#in.number();
    return { offset, symbol: this.#in.name(), addend: this.#in.number(), ...this.#thread() };
  }

  #thread(): { thread?: number } {
    return this.#in.accept('thread') ? { thread: this.#in.number() } : {};
  }

  #function(): Definition {
    const linkage = this.#linkage();
    this.#in.expect('*');
    const name = this.#in.name();
    this.#types = new Map();
    this.#in.expect('(');
    const parameters: Definition['parameters'][number][] = [];
    while (!this.#in.accept(')')) parameters.push(this.#declaration());
    const results = this.#results();
    const at = this.#at();
    this.#in.expect('{');
    const prototype = this.#in.accept('prototype') ? { prototype: this.#in.name() } : {};
    const frame: Definition['frame'][number][] = [];
    while (this.#in.accept('frame')) frame.push(this.#slot());
    const locals: Definition['locals'][number][] = [];
    while (this.#in.accept('local')) locals.push(this.#declaration());
    return { name, linkage, parameters, results, locals, frame, body: this.#rest(), ...at, ...prototype };
  }

  #declaration(): { name: string; type: MachineType } {
    const name = this.#local();
    const type = this.#machineType();
    this.#types.set(name, type);
    return { name, type };
  }

  #slot(): Definition['frame'][number] {
    this.#in.expect('#');
    return { name: this.#in.name(), size: this.#in.number(), alignment: this.#in.number() };
  }

  #linkage(): 'external' | 'internal' {
    if (this.#in.accept('internal')) return 'internal';
    this.#in.expect('external');
    return 'external';
  }

  #signature(): Signature {
    this.#in.expect('(');
    const parameters: MachineType[] = [];
    while (!this.#in.accept(')')) parameters.push(this.#machineType());
    return { parameters, results: this.#results() };
  }

  #results(): MachineType[] {
    const results: MachineType[] = [];
    if (this.#in.accept('->')) while (MACHINE_TYPES.has(this.#in.peek())) results.push(this.#machineType());
    return results;
  }

  #typeText(): { typeText?: string } {
    return this.#in.accept('type') ? { typeText: this.#in.name() } : {};
  }

  #at(): { at?: Position } {
    const match = /^!(?:(\d+)\/)?(\d+):(\d+)$/.exec(this.#in.peek());
    if (!match) return {};
    this.#in.next();
    const name = this.#files[Number(match[1] ?? 0)] ?? '';
    return { at: { name, line: Number(match[2]), column: Number(match[3]) } };
  }

  // -------------------------------------------------------------- statements

  #block(): Statement[] {
    this.#in.expect('{');
    return this.#rest();
  }

  #rest(): Statement[] {
    const body: Statement[] = [];
    while (!this.#in.accept('}')) body.push(this.#statement());
    return body;
  }

  #statement(): Statement {
    const word = this.#in.next();
    switch (word) {
      case 'if': {
        const test = this.#expression();
        const at = this.#at();
        const then = this.#block();
        return { op: 'if', test, then, otherwise: this.#in.accept('else') ? this.#block() : [], ...at };
      }
      case 'while':
      case 'do':
        return this.#loop(word);
      case 'block':
        return { op: 'block', label: this.#in.name(), ...this.#at(), body: this.#block() };
      case 'switch':
        return this.#switch();
      case 'landing':
        return this.#landing();
      default: {
        const statement = this.#simple(word);
        return { ...statement, ...this.#at() } as Statement;
      }
    }
  }

  #loop(kind: 'while' | 'do'): Statement {
    const label = this.#in.name();
    const test = this.#startsExpression() ? { test: this.#expression() } : {};
    const at = this.#at();
    const body = this.#block();
    return { op: 'loop', label, kind, ...test, step: this.#in.accept('step') ? this.#block() : [], body, ...at };
  }

  #switch(): Statement {
    const label = this.#in.name();
    const value = this.#expression();
    const at = this.#at();
    this.#in.expect('{');
    const arms: { values: (number | bigint)[]; isDefault: boolean; body: Statement[] }[] = [];
    while (!this.#in.accept('}')) {
      const isDefault = this.#in.accept('default');
      const values: (number | bigint)[] = [];
      if (this.#in.accept('case')) while (this.#in.peek() !== '{') values.push(integer(this.#in.next()));
      arms.push({ values, isDefault, body: this.#block() });
    }
    return { op: 'switch', label, value, arms, ...at };
  }

  #landing(): Statement {
    const label = this.#in.name();
    const activation = this.#local();
    const site = this.#local();
    const value = this.#local();
    const at = this.#at();
    return { op: 'landing', label, activation, site, value, body: this.#block(), ...at };
  }

  #simple(word: string): Statement {
    switch (word) {
      case 'set':
        return { op: 'set', local: this.#local(), value: this.#expression() };
      case 'store': {
        const memory = this.#memoryType();
        const how = this.#access();
        return { op: 'store', memory, address: this.#expression(), value: this.#expression(), ...how };
      }
      case 'get': {
        const strict = this.#in.accept('strict');
        return { op: 'get', local: this.#local(), memory: this.#memoryType(), address: this.#expression(), strict };
      }
      case 'put': {
        const strict = this.#in.accept('strict');
        const memory = this.#memoryType();
        return { op: 'put', memory, address: this.#expression(), value: this.#expression(), strict };
      }
      case 'copy':
        return this.#copy();
      case 'fill':
        return { op: 'fill', address: this.#expression(), byte: this.#in.number(), size: this.#expression() };
      case 'call':
        return this.#call();
      case 'break':
      case 'continue':
        return { op: word, label: this.#in.name() };
      case 'return': {
        const values: Expression[] = [];
        while (this.#startsExpression()) values.push(this.#expression());
        return { op: 'return', values };
      }
      case 'fence':
        return { op: 'fence' };
      case 'notify':
      case 'wait':
      case 'barrier':
        return { op: word, ...(this.#startsExpression() && { value: this.#expression() }) };
      case 'stack.save':
      case 'stack.restore':
        return { op: word, local: this.#local() };
      case 'stack.allocate':
        return { op: word, local: this.#local(), size: this.#expression() };
      case 'evaluate':
        return { op: word, value: this.#expression() };
      default:
        throw this.#in.failure(`'${word}' begins no statement`);
    }
  }

  #copy(): Statement {
    const strict = this.#in.accept('strict');
    const to = this.#in.next() as 'private' | 'shared';
    const destination = this.#expression();
    const from = this.#in.next() as 'private' | 'shared';
    return { op: 'copy', destination, source: this.#expression(), size: this.#expression(), to, from, strict };
  }

  #call(): Statement {
    const first: string[] = [];
    while (this.#in.peek() === '%') first.push(this.#local());
    const results = this.#in.accept('=') ? first : [];
    // A call through a local has no '=' and names the local itself.
    const callee = results.length === 0 && first[0] !== undefined ? this.#table(first[0]) : this.#callee();
    this.#in.expect('[');
    const values: Expression[] = [];
    while (!this.#in.accept(']')) values.push(this.#expression());
    return { op: 'call', results, callee, arguments: values, signature: this.#signature() };
  }

  #table(name: string): { table: Expression } {
    return { table: { op: 'local', type: 'i32', name } };
  }

  #callee(): { symbol: string } | { table: Expression } {
    return this.#in.accept('*') ? { symbol: this.#in.name() } : { table: this.#expression() };
  }

  // -------------------------------------------------------------- expressions

  #startsExpression(): boolean {
    return /^(?:[(%&@#*]|-?\d|-?inf|nan\(|threads$|mythread$)/.test(this.#in.peek());
  }

  #expression(): Expression {
    const word = this.#in.next();
    switch (word) {
      case '(': {
        const operation = this.#operation();
        this.#in.expect(')');
        return operation;
      }
      case '%':
        return this.#localValue(this.#in.name());
      case '&':
        return { op: 'static', type: 'i32', symbol: this.#in.name(), offset: this.#offset() };
      case '@':
        return { op: 'shared', type: 'i32', symbol: this.#in.name(), offset: this.#offset() };
      case '#':
        return { op: 'frame', type: 'i32', slot: this.#in.name(), offset: this.#offset() };
      case '*':
        return { op: 'function', type: 'i32', symbol: this.#in.name() };
      case 'threads':
      case 'mythread':
        return { op: word, type: 'i32' };
      default:
        return this.#constant(word);
    }
  }

  #localValue(name: string): Expression {
    const type = this.#types.get(name);
    if (!type) throw this.#in.failure(`no local %${name}`);
    return { op: 'local', type, name };
  }

  /** `+8` and `-8` are two tokens or one number after a sign. */
  #offset(): number {
    if (this.#in.accept('+')) return this.#in.number();
    return /^-\d/.test(this.#in.peek()) && this.#in.adjacent() ? this.#in.number() : 0;
  }

  #constant(word: string): Constant {
    if (/^-?\d+n$/.test(word)) return { op: 'const', type: 'i64', value: BigInt(word.slice(0, -1)) };
    if (/^-?\d+$/.test(word)) return { op: 'const', type: 'i32', value: Number(word) };
    const match = /^(nan\((\w+)\)|-?inf(?=f?$)|[^f]*)(f?)$/.exec(word);
    if (!match) throw this.#in.failure(`'${word}' is no expression`);
    return { op: 'const', type: match[3] === 'f' ? 'f32' : 'f64', value: float(match[1] as string, match[2]) };
  }

  #operation(): Expression {
    const word = this.#in.next();
    switch (word) {
      case 'load': {
        const memory = this.#memoryType();
        const how = this.#access();
        return { op: 'load', type: machineTypeOf(memory), memory, address: this.#expression(), ...how };
      }
      case 'convert':
      case 'convert_u': {
        const type = this.#machineType();
        return { op: 'convert', type, signed: word === 'convert', operand: this.#expression() };
      }
      case 'select': {
        const test = this.#expression();
        const then = this.#expression();
        return { op: 'select', type: then.type, test, then, otherwise: this.#expression() };
      }
      case 'pure': {
        const type = this.#machineType();
        return { op: 'pure', type, symbol: this.#in.name(), arguments: this.#operands() };
      }
      default:
        return UNARY.has(word) ? this.#unary(word as UnaryOperator) : (this.#shared(word) ?? this.#binary(word));
    }
  }

  #unary(operator: UnaryOperator): Expression {
    const operand = this.#expression();
    return { op: 'unary', type: operator === 'not' ? 'i32' : operand.type, operator, operand };
  }

  #binary(word: string): Expression {
    const operator = word as BinaryOperator;
    if (!hasOperator(operator, 'i32') && !hasOperator(operator, 'f64')) {
      throw this.#in.failure(`no operation '${word}'`);
    }
    const left = this.#expression();
    return {
      op: 'binary',
      type: isComparison(operator) ? 'i32' : left.type,
      operator,
      left,
      right: this.#expression(),
    };
  }

  #shared(word: string): Expression | undefined {
    if (word === 'threadof') return { op: 'threadof', type: 'i32', address: this.#expression() };
    if (word !== 'element' && word !== 'advance' && word !== 'advance.phase' && word !== 'difference') return undefined;
    const layout = this.#layout();
    const operands = this.#operands();
    const [a, b, c, d] = operands as [Expression, Expression, Expression, Expression];
    const wide = operands.length > 2;
    switch (word) {
      case 'element':
        return { op: word, type: 'i32', layout, base: a, index: b };
      case 'advance':
        return { op: word, type: 'i32', layout, address: a, ...(wide && { phase: b }), count: wide ? c : b };
      case 'advance.phase':
        return { op: word, type: 'i32', layout, phase: a, count: b };
      case 'difference':
        if (!wide) return { op: word, type: 'i32', layout, left: a, right: b };
        return { op: word, type: 'i32', layout, left: a, leftPhase: b, right: c, rightPhase: d };
    }
  }

  #layout(): SharedLayout {
    this.#in.expect('[');
    const layout = { block: this.#in.number(), elementSize: this.#in.number() };
    this.#in.expect(']');
    return layout;
  }

  #operands(): Expression[] {
    const operands: Expression[] = [];
    while (this.#in.peek() !== ')') operands.push(this.#expression());
    return operands;
  }

  // -------------------------------------------------------------- words

  #local(): string {
    this.#in.expect('%');
    return this.#in.name();
  }

  #machineType(): MachineType {
    const word = this.#in.next();
    if (!MACHINE_TYPES.has(word)) throw this.#in.failure(`'${word}' is no machine type`);
    return word as MachineType;
  }

  #memoryType(): MemoryType {
    const word = this.#in.next();
    if (!MEMORY_TYPES.has(word)) throw this.#in.failure(`'${word}' is no memory type`);
    return word as MemoryType;
  }

  #access(): { volatile?: boolean; unaligned?: boolean } {
    const volatile = this.#in.accept('volatile');
    const unaligned = this.#in.accept('unaligned');
    return { ...(volatile && { volatile }), ...(unaligned && { unaligned }) };
  }
}

function integer(word: string): number | bigint {
  return word.endsWith('n') ? BigInt(word.slice(0, -1)) : Number(word);
}

function float(word: string, nanBits: string | undefined): number {
  if (nanBits !== undefined) {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${nanBits}`));
    return view.getFloat64(0);
  }
  if (word.endsWith('inf')) return word.startsWith('-') ? -Infinity : Infinity;
  return Number(word);
}
