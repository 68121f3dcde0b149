/**
 * Verifier: checks that a module of IR is well formed: types agree, locals, labels and slots exist, names are known.
 *
 * Takes: a module. Gives: a list of problems, each with function and position; empty in the normal case.
 * Run after the last pass, with --verify after each: a problem is a defect of the compiler, never of the user's program.
 */
import { InternalError } from '../diagnostics/diagnostic.ts';
import { binaryType, machineTypeOf, unaryType } from './builders.ts';
import { hasOperator } from './fold.ts';
import type {
  Function as Definition,
  Expression,
  MachineType,
  Module,
  OwnElements,
  Signature,
  Statement,
  UnaryOperator,
  Vector,
} from './ir.ts';
import { printExpression, printStatement } from './text.ts';
import { hasVectorOperator, laneCount, laneType, vectorOperands } from './vectors.ts';

/** Problems of the module. Functions that are also in `before`, a verified module, are skipped. */
export function verify(module: Module, before?: Module): string[] {
  const names = new ModuleNames(module);
  const problems = names.problems();
  const known = new Set(before?.functions);
  for (const definition of module.functions)
    if (!known.has(definition)) problems.push(...new FunctionCheck(definition, names).run());
  return problems;
}

/** Throws an InternalError that lists the problems of the module; `after` names the pass that made it from `before`. */
export function assertVerified(module: Module, after: string, before?: Module): void {
  const problems = verify(module, before);
  if (problems.length === 0) return;
  const lines = problems.slice(0, 10).map((problem) => `  ${problem}`);
  throw new InternalError(`IR of ${module.name} is wrong after ${after}:\n${lines.join('\n')}`);
}

/** Unary operators with only one operand type. */
const OF_ONE_TYPE: { readonly [operator in UnaryOperator]?: MachineType } = {
  high: 'f64',
  low: 'f64',
  power: 'i32',
  clz: 'i32',
  ctz: 'i32',
  private: 'shared',
  place: 'i64',
  phase: 'i64',
};

class ModuleNames {
  readonly privateNames = new Set<string>();
  readonly sharedNames = new Set<string>();
  readonly functionNames = new Map<string, Signature>();
  readonly #problems: string[] = [];
  readonly #module: Module;

  constructor(module: Module) {
    this.#module = module;
    for (const s of [...module.statics, ...module.staticImports]) {
      const names = s.space === 'private' ? this.privateNames : this.sharedNames;
      if (names.has(s.name)) this.#report(s.name, 'object named twice');
      names.add(s.name);
    }
    for (const f of module.functions) {
      this.#addFunction(f.name, { parameters: f.parameters.map((p) => p.type), results: f.results });
    }
    for (const f of module.functionImports) this.#addFunction(f.name, f.signature);
  }

  #addFunction(name: string, signature: Signature): void {
    if (this.functionNames.has(name)) this.#report(name, 'function named twice');
    this.functionNames.set(name, signature);
  }

  #report(where: string, text: string): void {
    this.#problems.push(`${where}: ${text}`);
  }

  problems(): string[] {
    for (const s of this.#module.statics) {
      for (const d of s.data) {
        const end = d.offset + ('bytes' in d ? d.bytes.length : 4);
        if (d.offset < 0 || end > s.size) this.#report(s.name, `data [${d.offset}, ${end}) outside of ${s.size} bytes`);
        if ('symbol' in d && !this.#knows(d.symbol)) this.#report(s.name, `address of unknown '${d.symbol}'`);
      }
    }
    return this.#problems;
  }

  #knows(symbol: string): boolean {
    return this.privateNames.has(symbol) || this.sharedNames.has(symbol) || this.functionNames.has(symbol);
  }
}

interface Target {
  readonly label: string;
  readonly continues: boolean;
}

class FunctionCheck {
  readonly #definition: Definition;
  readonly #names: ModuleNames;
  readonly #problems: string[] = [];
  readonly #locals = new Map<string, MachineType>();
  readonly #slots: ReadonlySet<string>;
  readonly #targets: Target[] = [];
  #statement: Statement | undefined;

  constructor(definition: Definition, names: ModuleNames) {
    this.#definition = definition;
    this.#names = names;
    this.#slots = new Set(definition.frame.map((slot) => slot.name));
    for (const local of [...definition.parameters, ...definition.locals]) {
      if (this.#locals.has(local.name)) this.#report(`local %${local.name} declared twice`);
      this.#locals.set(local.name, local.type);
    }
  }

  run(): string[] {
    this.#block(this.#definition.body);
    return this.#problems;
  }

  #report(text: string): void {
    const at = this.#statement?.at;
    const place = at ? `${at.name}:${at.line}:${at.column}: ` : '';
    const shown = this.#statement
      ? ` in \`${(printStatement(this.#statement).split('\n')[0] as string).slice(0, 200)}\``
      : '';
    this.#problems.push(`${place}${this.#definition.name}: ${text}${shown}`);
  }

  // -------------------------------------------------------------- statements

  #block(body: readonly Statement[], target?: Target): void {
    if (target) this.#targets.push(target);
    for (const statement of body) {
      this.#statement = statement;
      this.#check(statement);
    }
    if (target) this.#targets.pop();
  }

  #check(s: Statement): void {
    if (s.op === 'loop' || s.op === 'block' || s.op === 'switch') this.#label(s.label);
    switch (s.op) {
      case 'set':
        this.#assigns(s.local, this.#type(s.value));
        return;
      case 'store':
        this.#expect(s.address, 'i32', 'address');
        this.#expect(s.value, machineTypeOf(s.memory), 'value');
        return;
      case 'put':
      case 'put.start':
        this.#sharedAddress(s.address, s.rank);
        this.#expect(s.value, machineTypeOf(s.memory), 'value');
        return;
      case 'get':
      case 'get.start':
        this.#sharedAddress(s.address, s.rank);
        this.#assigns(s.local, machineTypeOf(s.memory));
        return;
      case 'copy':
        this.#side(s.destination, s.to, s.destinationRank);
        this.#side(s.source, s.from, s.sourceRank);
        this.#expect(s.size, 'i32', 'size');
        return;
      case 'fill':
        for (const operand of [s.address, s.byte, s.size]) this.#expect(operand, 'i32', 'operand');
        return;
      case 'call':
        this.#call(s);
        return;
      case 'if':
        this.#expect(s.test, 'i32', 'test');
        this.#block(s.then);
        this.#block(s.otherwise);
        return;
      case 'loop':
        if (s.test) this.#expect(s.test, 'i32', 'test');
        if (s.own) this.#own(s.own);
        this.#block(s.body, { label: s.label, continues: true });
        this.#block(s.step);
        return;
      case 'block':
        this.#block(s.body, { label: s.label, continues: false });
        return;
      case 'switch':
        this.#switch(s);
        return;
      case 'break':
        if (!this.#targets.some((t) => t.label === s.label)) this.#report(`no enclosing '${s.label}'`);
        return;
      case 'continue':
        this.#continues(s.label);
        return;
      case 'return':
        this.#return(s.values);
        return;
      case 'landing':
        for (const local of [s.activation, s.site, s.value]) this.#assigns(local, 'i32');
        this.#continues(s.label);
        this.#block(s.body);
        return;
      case 'notify':
      case 'wait':
      case 'barrier':
        if (s.value) this.#expect(s.value, 'i32', 'value');
        return;
      case 'stack.save':
      case 'stack.restore':
        this.#assigns(s.local, 'i32');
        return;
      case 'stack.allocate':
        this.#expect(s.size, 'i32', 'size');
        this.#assigns(s.local, 'i32');
        return;
      case 'evaluate':
        this.#type(s.value);
        return;
      case 'charge':
        if (s.times) this.#expect(s.times, 'f64', 'times');
        if (!Object.values(s.amounts).every((amount) => Number.isSafeInteger(amount) && amount > 0))
          this.#report('amounts are whole numbers above 0');
        return;
      case 'get.sync':
        if (!this.#locals.has(s.local)) this.#report(`no local %${s.local}`);
        return;
      case 'fence':
      case 'poll':
      case 'put.sync':
        return;
    }
  }

  /** A pointer-to-shared; behind `expand` its address, or, beside its rank, its offset. */
  #sharedAddress(address: Expression, rank?: Expression): void {
    if (rank) {
      for (const part of [rank, address]) this.#expect(part, 'i32', 'rank or offset');
      return;
    }
    const type = this.#type(address);
    if (type !== 'shared' && type !== 'i32') this.#report(`address ${printExpression(address)} is ${type}`);
  }

  #side(address: Expression, space: 'private' | 'shared', rank: Expression | undefined): void {
    if (space === 'shared' || rank) this.#sharedAddress(address, rank);
    else this.#expect(address, 'i32', 'address');
  }

  #own({ counter, block, place }: OwnElements): void {
    this.#assigns(counter, 'i32');
    if (block < 1) this.#report(`own elements in blocks of ${block}`);
    this.#expect(place, 'i32', 'place');
  }

  #assigns(local: string, type: MachineType): void {
    const declared = this.#locals.get(local);
    if (!declared) this.#report(`no local %${local}`);
    else if (declared !== type) this.#report(`${type} set to %${local}, which is ${declared}`);
  }

  /** Two statements of a function have the same label only where neither is in the other: versions of a loop. */
  #label(label: string): void {
    if (this.#targets.some((target) => target.label === label)) this.#report(`label '${label}' within itself`);
  }

  #continues(label: string): void {
    if (!this.#targets.some((t) => t.label === label && t.continues)) this.#report(`no enclosing loop '${label}'`);
  }

  #switch(s: Extract<Statement, { op: 'switch' }>): void {
    const type = this.#type(s.value);
    const wanted = type === 'i64' ? 'bigint' : 'number';
    if (type !== 'i32' && type !== 'i64') this.#report(`switch on ${type}`);
    if (s.arms.some((arm) => arm.values.some((value) => typeof value !== wanted))) this.#report(`cases are no ${type}`);
    if (s.arms.filter((arm) => arm.isDefault).length > 1) this.#report('more than one default');
    for (const arm of s.arms) this.#block(arm.body, { label: s.label, continues: false });
  }

  #return(values: readonly Expression[]): void {
    const types = values.map((value) => this.#type(value)).join(' ');
    const results = this.#definition.results.join(' ');
    if (types !== results) this.#report(`returns (${types}) where the results are (${results})`);
  }

  #call(s: Extract<Statement, { op: 'call' }>): void {
    const types = s.arguments.map((argument) => this.#type(argument)).join(' ');
    if (types !== s.signature.parameters.join(' ')) this.#report(`arguments (${types}) do not fit the signature`);
    if (s.results.length > s.signature.results.length) this.#report('more results than the signature has');
    s.results.forEach((local, index) => {
      const type = s.signature.results[index];
      if (type) this.#assigns(local, type);
    });
    if ('table' in s.callee) {
      this.#expect(s.callee.table, 'i32', 'callee');
      return;
    }
    if (!this.#names.functionNames.has(s.callee.symbol)) this.#report(`no function *${s.callee.symbol}`);
  }

  // -------------------------------------------------------------- expressions

  #expect(expression: Expression, type: MachineType, what: string): void {
    const found = this.#type(expression);
    if (found !== type) this.#report(`${what} ${printExpression(expression)} is ${found}, not ${type}`);
  }

  /** Checks the expression and returns its type. */
  #type(e: Expression): MachineType {
    switch (e.op) {
      case 'const':
        if (e.type === 'v128' || (e.type === 'i64') !== (typeof e.value === 'bigint'))
          this.#report(`constant ${e.value} is no ${e.type}`);
        break;
      case 'local':
        this.#local(e);
        break;
      case 'static':
        if (!this.#names.privateNames.has(e.symbol)) this.#report(`no private object &${e.symbol}`);
        break;
      case 'shared':
        if (!this.#names.sharedNames.has(e.symbol)) this.#report(`no shared object @${e.symbol}`);
        break;
      case 'function':
        if (!this.#names.functionNames.has(e.symbol)) this.#report(`no function *${e.symbol}`);
        break;
      case 'frame':
        if (!this.#slots.has(e.slot)) this.#report(`no frame slot #${e.slot}`);
        break;
      case 'threads':
      case 'mythread':
      case 'regionshift':
      case 'origin':
        break;
      default:
        this.#operation(e);
    }
    return e.type;
  }

  #local(e: Extract<Expression, { op: 'local' }>): void {
    const declared = this.#locals.get(e.name);
    if (!declared) this.#report(`no local %${e.name}`);
    else if (declared !== e.type) this.#report(`%${e.name} read as ${e.type}, declared ${declared}`);
  }

  #operation(e: Expression): void {
    switch (e.op) {
      case 'load':
        this.#expect(e.address, 'i32', 'address');
        if (e.type !== machineTypeOf(e.memory)) this.#report(`load of ${e.memory} as ${e.type}`);
        return;
      case 'unary': {
        const type = this.#type(e.operand);
        if (e.type !== unaryType(e.operator, type)) this.#report(`${e.operator} of ${type} gives ${e.type}`);
        const wanted = OF_ONE_TYPE[e.operator];
        if (wanted ? wanted !== type : type === 'shared' && e.operator !== 'not')
          this.#report(`no ${e.operator} of ${type}`);
        return;
      }
      case 'binary':
        this.#binary(e);
        return;
      case 'convert':
        this.#convert(e.type, this.#type(e.operand));
        return;
      case 'select':
        this.#expect(e.test, 'i32', 'test');
        this.#expect(e.then, e.type, 'arm');
        this.#expect(e.otherwise, e.type, 'arm');
        return;
      case 'pure':
        for (const argument of e.arguments) this.#type(argument);
        return;
      case 'vector':
        this.#vector(e);
        return;
      case 'vector.const':
        if (e.values.length !== laneCount(e.lanes)) this.#report(`${e.values.length} values in ${e.lanes}`);
        if (e.values.some((value) => (typeof value === 'bigint') !== (e.lanes === 'i64x2')))
          this.#report(`values are no ${laneType(e.lanes)}`);
        return;
      case 'lane':
        this.#expect(e.operand, 'v128', 'vector');
        if (e.type !== laneType(e.lanes)) this.#report(`lane of ${e.lanes} as ${e.type}`);
        if (!(e.index >= 0 && e.index < laneCount(e.lanes))) this.#report(`no lane ${e.index} in ${e.lanes}`);
        return;
      case 'bitmask':
        this.#expect(e.operand, 'v128', 'vector');
        return;
      case 'shuffle':
        for (const operand of [e.left, e.right]) this.#expect(operand, 'v128', 'vector');
        if (e.bytes.length !== 16 || e.bytes.some((byte) => !(byte >= 0 && byte < 32)))
          this.#report(`shuffle of bytes [${e.bytes.join(' ')}]`);
        return;
      default:
        this.#sharedOperation(e);
        return;
    }
  }

  #binary(e: Extract<Expression, { op: 'binary' }>): void {
    const type = this.#type(e.left);
    this.#expect(
      e.right,
      e.operator === 'offset' || e.operator === 'word' ? 'i32' : type,
      `right operand of ${e.operator}`,
    );
    if (!hasOperator(e.operator, type)) this.#report(`no ${e.operator} of ${type}`);
    if (e.type !== binaryType(e.operator, type)) this.#report(`${e.operator} of ${type} gives ${e.type}`);
  }

  /** A pointer-to-shared is converted to integers, and they to it. */
  #convert(to: MachineType, from: MachineType): void {
    const other = to === 'shared' ? from : from === 'shared' ? to : 'i32';
    if (other !== 'i32' && other !== 'i64') this.#report(`no ${to} of ${from}`);
  }

  #vector(e: Vector): void {
    if (!hasVectorOperator(e.lanes, e.operator)) this.#report(`no ${e.operator} of ${e.lanes}`);
    const types = vectorOperands(e.lanes, e.operator);
    if (types.length !== e.operands.length) this.#report(`${e.operator} of ${e.operands.length} operands`);
    types.forEach((type, index) => {
      const operand = e.operands[index];
      if (operand) this.#expect(operand, type, `operand of ${e.lanes}.${e.operator}`);
    });
  }

  #sharedOperation(e: Expression): void {
    const operands = (pointers: readonly Expression[], integers: readonly (Expression | undefined)[]): void => {
      for (const operand of pointers) this.#expect(operand, 'shared', `operand of ${e.op}`);
      for (const operand of integers) if (operand) this.#expect(operand, 'i32', `operand of ${e.op}`);
    };
    switch (e.op) {
      case 'element':
        operands([e.base], [e.index]);
        return;
      case 'advance':
        if (e.layout.block > 1 !== (e.phase !== undefined))
          this.#report('advance: phase goes with block sizes above 1');
        operands([e.address], [e.phase, e.count]);
        return;
      case 'advance.phase':
        operands([], [e.phase, e.count]);
        return;
      case 'threadof':
        operands([e.address], []);
        return;
      case 'counterpart':
        this.#sharedAddress(e.address);
        operands([], [e.thread]);
        return;
      case 'difference':
        operands([e.left, e.right], [e.leftPhase, e.rightPhase]);
        return;
      default:
        return;
    }
  }
}
