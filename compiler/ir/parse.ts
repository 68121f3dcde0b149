/**
 * Parses the text form of the IR (see text.ts) into a module.
 *
 * Takes: text. Gives: the module; throws InternalError on a syntax error. Types that follow from the operands
 * are not in the text: the parser derives them as the builders do, but folds nothing.
 */
import type { Position } from '../source/source.ts';
import {
  CHARGED,
  type Charged,
  type Datum,
  type Function as Definition,
  type Expression,
  type MachineType,
  type Module,
  type OwnElements,
  type Signature,
  type Statement,
  type Static,
} from './ir.ts';
import { ExpressionParser, isMachineType } from './parse-expressions.ts';
import { Scanner } from './scanner.ts';

/** Parses a module. */
export function parseModule(text: string): Module {
  return new Parser(new Scanner(text)).module();
}

class Parser extends ExpressionParser {
  readonly #files: string[] = [];

  // -------------------------------------------------------------- definitions

  module(): Module {
    this.input.expect('module');
    const name = this.input.name();
    const threads = this.input.accept('threads') ? this.input.number() : undefined;
    const serial = this.input.accept('serial');
    while (this.input.accept('file')) this.#files.push(this.input.name());
    const functions: Definition[] = [];
    const statics: Static[] = [];
    const functionImports: Module['functionImports'][number][] = [];
    const staticImports: Module['staticImports'][number][] = [];
    while (!this.input.done) {
      if (this.input.accept('function')) functions.push(this.#function());
      else if (this.input.accept('static')) statics.push(this.#static());
      else {
        this.input.expect('import');
        const weak = this.#weak();
        if (this.input.accept('*')) functionImports.push({ ...this.#functionImport(), ...weak });
        else staticImports.push({ ...this.#staticImport(), ...weak });
      }
    }
    const properties = { ...(threads !== undefined && { threads }), ...(serial && { serial: true as const }) };
    return { name, ...properties, functions, statics, functionImports, staticImports };
  }

  #weak(): { weak?: true } {
    return this.input.accept('weak') ? { weak: true } : {};
  }

  #functionImport(): Module['functionImports'][number] {
    return { name: this.input.name(), signature: this.#signature(), ...this.#at() };
  }

  #staticImport(): Module['staticImports'][number] {
    return { space: this.#space(), name: this.input.name(), ...this.#typeText(), ...this.#at() };
  }

  #space(): 'private' | 'shared' {
    if (this.input.accept('@')) return 'shared';
    this.input.expect('&');
    return 'private';
  }

  #static(): Static {
    const linkage = this.#linkage();
    const common = this.input.accept('common');
    const weak = this.#weak();
    const space = this.#space();
    const name = this.input.name();
    const size = this.input.number();
    const alignment = this.input.number();
    const tail = { ...this.#typeText(), ...this.#at() };
    const data: Datum[] = [];
    if (this.input.accept('{')) while (!this.input.accept('}')) data.push(this.#datum());
    return { name, linkage, space, size, alignment, common, data, ...weak, ...tail };
  }

  #datum(): Datum {
    if (this.input.accept('bytes')) {
      const offset = this.input.number();
      const digits = this.input.name().match(/../g) ?? [];
      return { offset, bytes: Uint8Array.from(digits, (d) => Number.parseInt(d, 16)), ...this.#thread() };
    }
    if (this.input.accept('phase'))
      return { offset: this.input.number(), phase: this.input.number(), ...this.#thread() };
    this.input.expect('address');
    const offset = this.input.number();
    return { offset, symbol: this.input.name(), addend: this.input.number(), ...this.#thread() };
  }

  #thread(): { thread?: number } {
    return this.input.accept('thread') ? { thread: this.input.number() } : {};
  }

  #function(): Definition {
    const linkage = this.#linkage();
    const weak = this.#weak();
    this.input.expect('*');
    const name = this.input.name();
    this.types = new Map();
    this.input.expect('(');
    const parameters: Definition['parameters'][number][] = [];
    while (!this.input.accept(')')) parameters.push(this.#declaration());
    const results = this.#results();
    const at = this.#at();
    this.input.expect('{');
    const inlining = this.input.accept('inline') ? { inlining: this.#inlining() } : {};
    const beforeMain = this.input.accept('before') ? { beforeMain: this.input.number() } : {};
    const afterMain = this.input.accept('after') ? { afterMain: this.input.number() } : {};
    const prototype = this.input.accept('prototype') ? { prototype: this.input.name() } : {};
    const frame: Definition['frame'][number][] = [];
    while (this.input.accept('frame')) frame.push(this.#slot());
    const locals: Definition['locals'][number][] = [];
    while (this.input.accept('local')) locals.push(this.#declaration());
    const properties = { ...at, ...weak, ...inlining, ...beforeMain, ...afterMain, ...prototype };
    return { name, linkage, parameters, results, locals, frame, body: this.#rest(), ...properties };
  }

  #inlining(): 'never' | 'always' {
    if (this.input.accept('never')) return 'never';
    this.input.expect('always');
    return 'always';
  }

  #declaration(): { name: string; type: MachineType } {
    const name = this.local();
    const type = this.machineType();
    this.types.set(name, type);
    return { name, type };
  }

  #slot(): Definition['frame'][number] {
    this.input.expect('#');
    return { name: this.input.name(), size: this.input.number(), alignment: this.input.number() };
  }

  #linkage(): 'external' | 'internal' {
    if (this.input.accept('internal')) return 'internal';
    this.input.expect('external');
    return 'external';
  }

  #signature(): Signature {
    this.input.expect('(');
    const parameters: MachineType[] = [];
    while (!this.input.accept(')')) parameters.push(this.machineType());
    return { parameters, results: this.#results() };
  }

  #results(): MachineType[] {
    const results: MachineType[] = [];
    if (this.input.accept('->')) while (isMachineType(this.input.peek())) results.push(this.machineType());
    return results;
  }

  #typeText(): { typeText?: string } {
    return this.input.accept('type') ? { typeText: this.input.name() } : {};
  }

  #at(): { at?: Position } {
    const match = /^!(?:(\d+)\/)?(\d+):(\d+)$/.exec(this.input.peek());
    if (!match) return {};
    this.input.next();
    const name = this.#files[Number(match[1] ?? 0)] ?? '';
    return { at: { name, line: Number(match[2]), column: Number(match[3]) } };
  }

  // -------------------------------------------------------------- statements

  #block(): Statement[] {
    this.input.expect('{');
    return this.#rest();
  }

  #rest(): Statement[] {
    const body: Statement[] = [];
    while (!this.input.accept('}')) body.push(this.#statement());
    return body;
  }

  #statement(): Statement {
    const word = this.input.next();
    switch (word) {
      case 'if': {
        const test = this.expression();
        const at = this.#at();
        const then = this.#block();
        return { op: 'if', test, then, otherwise: this.input.accept('else') ? this.#block() : [], ...at };
      }
      case 'while':
      case 'do':
        return this.#loop(word);
      case 'block':
        return { op: 'block', label: this.input.name(), ...this.#at(), body: this.#block() };
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
    const label = this.input.name();
    const test = this.startsExpression() ? { test: this.expression() } : {};
    const own = this.input.accept('own') ? { own: this.#own() } : {};
    const at = this.#at();
    const body = this.#block();
    const step = this.input.accept('step') ? this.#block() : [];
    return { op: 'loop', label, kind, ...test, ...own, step, body, ...at };
  }

  #own(): OwnElements {
    this.input.expect('[');
    const block = this.input.number();
    this.input.expect(']');
    const counter = this.local();
    return { counter, block, place: this.expression() };
  }

  #switch(): Statement {
    const label = this.input.name();
    const value = this.expression();
    const at = this.#at();
    this.input.expect('{');
    const arms: { values: (number | bigint)[]; isDefault: boolean; body: Statement[] }[] = [];
    while (!this.input.accept('}')) {
      const isDefault = this.input.accept('default');
      const values: (number | bigint)[] = [];
      if (this.input.accept('case')) while (this.input.peek() !== '{') values.push(integer(this.input.next()));
      arms.push({ values, isDefault, body: this.#block() });
    }
    return { op: 'switch', label, value, arms, ...at };
  }

  #landing(): Statement {
    const label = this.input.name();
    const activation = this.local();
    const site = this.local();
    const value = this.local();
    const at = this.#at();
    return { op: 'landing', label, activation, site, value, body: this.#block(), ...at };
  }

  #simple(word: string): Statement {
    switch (word) {
      case 'set':
        return { op: 'set', local: this.local(), value: this.expression() };
      case 'store': {
        const memory = this.memoryType();
        const how = this.access();
        return { op: 'store', memory, address: this.expression(), value: this.expression(), ...how };
      }
      case 'get': {
        const strict = this.input.accept('strict');
        const how = this.access();
        return {
          op: 'get',
          local: this.local(),
          memory: this.memoryType(),
          ...this.#rank(),
          address: this.expression(),
          strict,
          ...how,
        };
      }
      case 'put': {
        const strict = this.input.accept('strict');
        const how = this.access();
        const mask = this.input.accept('mask') ? { mask: integer(this.input.next()) } : {};
        const memory = this.memoryType();
        const place = { ...this.#rank(), address: this.expression() };
        return { op: 'put', memory, ...place, value: this.expression(), strict, ...how, ...mask };
      }
      case 'get.start':
        return {
          op: word,
          local: this.local(),
          memory: this.memoryType(),
          ...this.#rank(),
          address: this.expression(),
        };
      case 'get.sync':
        return { op: word, local: this.local() };
      case 'put.start': {
        const memory = this.memoryType();
        return { op: word, memory, ...this.#rank(), address: this.expression(), value: this.expression() };
      }
      case 'put.sync':
        return { op: word };
      case 'copy':
        return this.#copy();
      case 'fill':
        return { op: 'fill', address: this.expression(), byte: this.expression(), size: this.expression() };
      case 'call':
        return this.#call();
      case 'break':
      case 'continue':
        return { op: word, label: this.input.name() };
      case 'return': {
        const values: Expression[] = [];
        while (this.startsExpression()) values.push(this.expression());
        return { op: 'return', values };
      }
      case 'fence':
      case 'poll':
        return { op: word };
      case 'notify':
      case 'wait':
      case 'barrier':
        return { op: word, ...(this.startsExpression() && { value: this.expression() }) };
      case 'stack.save':
      case 'stack.restore':
        return { op: word, local: this.local() };
      case 'stack.allocate':
        return { op: word, local: this.local(), size: this.expression() };
      case 'evaluate':
        return { op: word, value: this.expression() };
      case 'charge':
        return this.#charge();
      default:
        throw this.input.failure(`'${word}' begins no statement`);
    }
  }

  #copy(): Statement {
    const strict = this.input.accept('strict');
    const to = this.input.next() as 'private' | 'shared';
    const destinationRank = this.#rank().rank;
    const destination = this.expression();
    const from = this.input.next() as 'private' | 'shared';
    const sourceRank = this.#rank().rank;
    const ranks = { ...(destinationRank && { destinationRank }), ...(sourceRank && { sourceRank }) };
    return { op: 'copy', destination, source: this.expression(), size: this.expression(), to, from, strict, ...ranks };
  }

  #charge(): Statement {
    const amounts: { [kind in Charged]?: number } = {};
    for (let kind = this.#charged(); kind; kind = this.#charged()) amounts[kind] = this.input.number();
    return { op: 'charge', amounts, ...(this.input.accept('times') && { times: this.expression() }) };
  }

  #charged(): Charged | undefined {
    return CHARGED.find((kind) => this.input.accept(kind));
  }

  #rank(): { rank?: Expression } {
    return this.input.accept('rank') ? { rank: this.expression() } : {};
  }

  #call(): Statement {
    const first: string[] = [];
    while (this.input.peek() === '%') first.push(this.local());
    const results = this.input.accept('=') ? first : [];
    // A call through a local has no '=' and names the local itself.
    const callee = results.length === 0 && first[0] !== undefined ? this.#table(first[0]) : this.#callee();
    this.input.expect('[');
    const values: Expression[] = [];
    while (!this.input.accept(']')) values.push(this.expression());
    return { op: 'call', results, callee, arguments: values, signature: this.#signature() };
  }

  #table(name: string): { table: Expression } {
    return { table: { op: 'local', type: 'i32', name } };
  }

  #callee(): { symbol: string } | { table: Expression } {
    return this.input.accept('*') ? { symbol: this.input.name() } : { table: this.expression() };
  }
}

function integer(word: string): number | bigint {
  return word.endsWith('n') ? BigInt(word.slice(0, -1)) : Number(word);
}
