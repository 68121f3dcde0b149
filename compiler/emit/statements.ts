/**
 * Statements of the IR to statements of JavaScript; control flow keeps its form.
 *
 * One idea: a `Body` writes the statements of one function in order. It knows the enclosing targets, so that a jump
 * is labelled only where JavaScript needs the label, and a label is written only where a jump names it.
 */

import { SECOND_RESULT, THIRD_RESULT } from '../../runtime/abi.ts';
import { atomicNamed } from '../ir/atomics.ts';
import { constI32, isConstantValue, machineTypeOf } from '../ir/builders.ts';
import type {
  Call,
  Copy,
  Expression,
  Get,
  GetStart,
  Landing,
  Loop,
  MachineType,
  Put,
  PutStart,
  Statement,
  Switch,
} from '../ir/ir.ts';
import { begunGet, calledCopy, calledGet, calledPut, completedGet } from './access.ts';
import { chargedTo } from './charges.ts';
import type { FunctionContext } from './context.ts';
import { test, value } from './expressions.ts';
import { Hoisting } from './hoist.ts';
import { bitsReplaced, place, range, storeExpression, strictLoad, strictStore } from './memory.ts';
import { placeTold } from './places.ts';
import { suspended } from './suspended.ts';
import {
  assign,
  at,
  binary,
  block,
  call,
  declare,
  element,
  identifier,
  ifs,
  jump,
  labelled,
  literal,
  logical,
  type Node,
  returns,
  sequence,
  statement,
} from './tree.ts';
import { annotationOf, scalar } from './types.ts';

export interface Declarations {
  /** Statements that declare the local they set. */
  readonly at: ReadonlyMap<Statement, 'let' | 'const'>;
  /** Locals to be declared at the top with zero. */
  readonly top: ReadonlySet<string>;
}

interface Target {
  readonly label: string;
  readonly kind: 'loop' | 'switch' | 'block';
  used: boolean;
  /** Where `continue` has to leave an inner block, because the step cannot stand in the loop's head. */
  continues?: Target;
}

const SP = identifier('sp');
/** Where results are left that JavaScript's functions do not return. */
const FURTHER_RESULTS = [SECOND_RESULT, THIRD_RESULT];

export class Body {
  readonly #f: FunctionContext;
  readonly #declarations: Declarations;
  readonly #results: readonly MachineType[];
  /** Puts the stack pointer back; runs before each return. */
  readonly #leave: () => Node[];
  /** In functions with setjmp: variable that holds the stack pointer as this activation left it. */
  readonly #lowest: string | undefined;
  /** In functions that may wait: variable for what a call gives, which is a generator if it waits. */
  readonly #given: string | undefined;
  readonly #targets: Target[] = [];
  /** Shared accesses are calls. */
  readonly #called: boolean;

  constructor(
    f: FunctionContext,
    declarations: Declarations,
    results: readonly MachineType[],
    { leave, lowest }: { leave: () => Node[]; lowest: string | undefined },
    given: string | undefined,
  ) {
    this.#f = f;
    this.#called = f.program.options.calledAccess === true;
    this.#declarations = declarations;
    this.#results = results;
    this.#leave = leave;
    this.#lowest = lowest;
    this.#given = given;
  }

  /** The statements, each with its place. */
  write(body: readonly Statement[]): Node[] {
    const written: Node[] = [];
    for (const s of body) {
      const origin = this.#f.program.place(s.at);
      for (const node of placeTold(this.#f, s)) written.push(at(node, origin));
      const nodes = this.#statement(s);
      for (const node of this.#given ? suspended(nodes, this.#given) : nodes) written.push(at(node, origin));
    }
    return written;
  }

  #statement(s: Statement): Node[] {
    switch (s.op) {
      case 'if':
        return [this.#if(s)];
      case 'loop':
        return this.#loop(s);
      case 'block':
        return this.#block(s.label, s.body);
      case 'break':
        return [this.#break(s.label)];
      case 'continue':
        return [this.#continue(s.label)];
      case 'switch':
        return [this.#switch(s)];
      case 'return':
        return this.#return(s.values);
      case 'landing':
        return [this.#landing(s)];
      case 'get':
      case 'get.start':
        return this.#get(s);
      case 'put':
      case 'put.start':
        return this.#put(s);
      case 'get.sync':
        return this.#called ? [completedGet(this.#f, s.local)] : [];
      case 'put.sync':
        return this.#called ? [run('endPuts')] : [];
      case 'copy':
        return this.#copy(s);
      case 'call':
        return this.#call(s);
      default:
        return this.#simple(s);
    }
  }

  #simple(s: Statement): Node[] {
    const f = this.#f;
    switch (s.op) {
      case 'set':
        return [this.#define(s, s.local, s.value.type, value(f, s.value))];
      case 'store':
        return [statement(storeExpression(f, s))];
      case 'fill':
        return [run('fill', range(f, s.address, s.size), value(f, s.byte), value(f, s.size))];
      case 'fence':
      case 'poll':
        return [run(s.op)];
      case 'notify':
      case 'wait':
      case 'barrier':
        return [run(s.op, literal(s.at ? `${s.at.name}:${s.at.line}` : ''), ...(s.value ? [value(f, s.value)] : []))];
      case 'stack.save':
        return [this.#define(s, s.local, 'i32', SP)];
      case 'stack.restore':
        return [statement(this.#moveStack(f.local(s.local)))];
      case 'stack.allocate':
        return this.#allocate(s.local, s.size);
      case 'evaluate':
        return [statement(value(f, s.value))];
      case 'charge':
        return chargedTo(f, s);
      default:
        return [];
    }
  }

  #assign(local: string, node: Node): Node {
    return statement(assign(this.#f.local(local), node));
  }

  /** `local = node`, the local's declaration where the statement `s` is its home. */
  #define(s: Statement, local: string, type: MachineType, node: Node): Node {
    const kind = this.#declarations.at.get(s);
    if (!kind) return this.#assign(local, node);
    return declare(kind, this.#f.localName(local), node, annotationOf(type));
  }

  // -------------------------------------------------------------- control flow

  #if(s: Extract<Statement, { op: 'if' }>): Node {
    const otherwise = this.write(s.otherwise);
    const [only] = otherwise;
    const isChain = otherwise.length === 1 && only?.type === 'IfStatement';
    const alternate = otherwise.length === 0 ? undefined : isChain ? only : block(otherwise);
    return ifs(test(this.#f, s.test), block(this.write(s.then)), alternate);
  }

  #within<T>(target: Target, write: () => T): T {
    this.#targets.push(target);
    const result = write();
    this.#targets.pop();
    return result;
  }

  #named(target: Target, node: Node): Node {
    return target.used ? labelled(this.#f.label(target.label), node) : node;
  }

  /** A loop, after what it hoists. */
  #loop(s: Loop): Node[] {
    const f = this.#f;
    if (f.program.options.form !== 'script' || f.program.linked.debug) return [this.#plainLoop(s)];
    const outer = f.hoisting;
    const hoisting = new Hoisting(s, (name) => f.fresh(name));
    f.hoisting = hoisting;
    const loop = this.#plainLoop(s);
    f.hoisting = outer;
    return [...hoisting.declarations(), loop];
  }

  #plainLoop(s: Loop): Node {
    const target: Target = { label: s.label, kind: 'loop', used: false };
    const step = this.write(s.step);
    const inHead = step.every((node) => node.type === 'ExpressionStatement');
    const body = inHead ? this.#within(target, () => this.write(s.body)) : this.#bodyWithStep(s, target, step);
    const tested = s.test && test(this.#f, s.test);
    if (s.kind === 'do' && tested) {
      return this.#named(target, { type: 'DoWhileStatement', body: block(body), test: tested });
    }
    const update = inHead && step.length > 0 ? sequence(...step.map((node) => node.expression as Node)) : null;
    const head =
      tested && !update
        ? { type: 'WhileStatement', test: tested, body: block(body) }
        : { type: 'ForStatement', init: null, test: tested ?? null, update, body: block(body) };
    return this.#named(target, head);
  }

  /** The step follows the body; `continue` leaves a block around the body. */
  #bodyWithStep(s: Loop, target: Target, step: readonly Node[]): Node[] {
    const inner: Target = { label: this.#f.fresh('next'), kind: 'block', used: false };
    target.continues = inner;
    const body = this.#within(target, () => this.#within(inner, () => this.write(s.body)));
    const named = inner.used ? [labelled(inner.label, block(body))] : [block(body)];
    return [...named, ...step];
  }

  #block(label: string, body: readonly Statement[]): Node[] {
    const target: Target = { label, kind: 'block', used: false };
    const written = this.#within(target, () => this.write(body));
    return [this.#named(target, block(written))];
  }

  #innermost(fits: (target: Target) => boolean): Target | undefined {
    for (let index = this.#targets.length - 1; index >= 0; index--) {
      const target = this.#targets[index] as Target;
      if (fits(target)) return target;
    }
    return undefined;
  }

  #find(label: string): Target {
    return this.#innermost((target) => target.label === label) as Target;
  }

  #break(label: string): Node {
    const target = this.#find(label);
    const innermost = this.#innermost((t) => t.kind !== 'block');
    return this.#jump('break', target, innermost === target);
  }

  #continue(label: string): Node {
    const target = this.#find(label);
    if (target.continues) {
      target.continues.used = true;
      return jump('break', target.continues.label);
    }
    const innermost = this.#innermost((t) => t.kind === 'loop');
    return this.#jump('continue', target, innermost === target);
  }

  #jump(kind: 'break' | 'continue', target: Target, isInnermost: boolean): Node {
    if (isInnermost) return jump(kind, undefined);
    target.used = true;
    return jump(kind, this.#f.label(target.label));
  }

  #switch(s: Switch): Node {
    const target: Target = { label: s.label, kind: 'switch', used: false };
    const cases = this.#within(target, () =>
      s.arms.flatMap((arm) => {
        const tests = [...arm.values.map((v) => literal(v)), ...(arm.isDefault ? [null] : [])];
        const body = this.write(arm.body);
        return tests.map((node, index) => ({
          type: 'SwitchCase',
          test: node,
          consequent: index === tests.length - 1 && body.length > 0 ? [block(body)] : [],
        }));
      }),
    );
    return this.#named(target, { type: 'SwitchStatement', discriminant: value(this.#f, s.value), cases });
  }

  #return(values: readonly Expression[]): Node[] {
    const f = this.#f;
    const [first, ...others] = values;
    const before = others.map((other, index) =>
      statement(assign(this.#further(index, this.#results), value(f, other))),
    );
    return [...before, ...this.#leave(), returns(first && value(f, first))];
  }

  /** Place of the results of a call behind the first one, from index 0 on. */
  #further(index: number, results: readonly MachineType[]): Node {
    const type = results[index + 1] as MachineType;
    const shift = { i32: 2, i64: 3, f32: 2, f64: 3 }[scalar(type)];
    const address = binary('+', identifier('BASE'), literal(FURTHER_RESULTS[index] as number));
    return element(identifier(type.toUpperCase()), binary('>>>', address, literal(shift)));
  }

  /** A longjmp to this activation comes as an exception; the stack is as this activation left it. */
  #landing(s: Landing): Node {
    const f = this.#f;
    const error = identifier(f.fresh('error'));
    const landed = f.fresh('landed');
    const again = this.#continue(s.label);
    const handler = block([
      declare('const', landed, call(identifier('landing'), error, f.local(s.activation))),
      this.#assign(s.site, element(identifier(landed), literal(0))),
      this.#assign(s.value, element(identifier(landed), literal(1))),
      ...(this.#lowest ? [statement(assign(SP, identifier(this.#lowest)))] : []),
      again,
    ]);
    return {
      type: 'TryStatement',
      block: block(this.write(s.body)),
      handler: { type: 'CatchClause', param: error, body: handler },
      finalizer: null,
    };
  }

  // -------------------------------------------------------------- shared memory

  #get(s: Get | GetStart): Node[] {
    const f = this.#f;
    if (s.rank && s.op === 'get.start') return [begunGet(f, s)];
    if (s.rank && s.op === 'get') {
      const got = calledGet(f, s);
      return [s.strict ? this.#assign(s.local, got) : this.#define(s, s.local, machineTypeOf(s.memory), got)];
    }
    // Where memory is reached directly, what is begun is done.
    if (s.op === 'get.start' || !s.strict)
      return [this.#define(s, s.local, machineTypeOf(s.memory), place(f, s.memory, s.address))];
    return [this.#assign(s.local, strictLoad(f, s))];
  }

  #put(s: Put | PutStart): Node[] {
    const f = this.#f;
    if (s.rank) return [calledPut(f, s)];
    if (s.op === 'put.start') return [statement(storeExpression(f, s))];
    if (s.mask !== undefined) return [statement(bitsReplaced(f, s, s.mask))];
    return [statement(s.strict ? strictStore(f, s) : storeExpression(f, s))];
  }

  #copy(s: Copy): Node[] {
    const f = this.#f;
    const copied = s.destinationRank
      ? calledCopy(f, s)
      : run('copy', range(f, s.destination, s.size), range(f, s.source, s.size), value(f, s.size));
    return s.strict ? [run('fence'), copied, run('fence')] : [copied];
  }

  // -------------------------------------------------------------- calls and the stack

  #call(s: Call): Node[] {
    const f = this.#f;
    const values = s.arguments.map((argument) => value(f, argument));
    const atomic = 'symbol' in s.callee ? atomicNamed(s.callee.symbol) : undefined;
    if (atomic) values[0] = range(f, s.arguments[0] as Expression, constI32(atomic.size));
    const called = call(
      'symbol' in s.callee ? identifier(f.program.functionName(s.callee.symbol)) : this.#entry(s.callee.table),
      ...values,
    );
    const [first, ...others] = s.results;
    const [firstType] = s.signature.results;
    const kept = first === undefined || !firstType ? statement(called) : this.#define(s, first, firstType, called);
    return [kept, ...others.map((name, index) => this.#assign(name, this.#further(index, s.signature.results)))];
  }

  /** The function at an index of the table; a bad index traps. */
  #entry(index: Expression): Node {
    const f = this.#f;
    const node = value(f, index);
    const table = identifier('table');
    if (node.type === 'Identifier' || node.type === 'Literal') {
      return logical('??', element(table, node), call(identifier('trapCall'), node));
    }
    const kept = f.temporary('i32');
    return logical('??', element(table, assign(kept, node)), call(identifier('trapCall'), kept));
  }

  #moveStack(to: Node): Node {
    this.#f.program.usesStack = true;
    const moved = assign(SP, to);
    return this.#lowest ? assign(identifier(this.#lowest), moved) : moved;
  }

  /** Takes `size` bytes, rounded up to keep 16-byte alignment, from the stack. */
  #allocate(local: string, size: Expression): Node[] {
    const f = this.#f;
    const node = value(f, size);
    const bytes = isConstantValue(size, 0) || node.type === 'Identifier' ? node : f.temporary('i32');
    const keep = bytes === node ? [] : [statement(assign(bytes, node))];
    const room = binary('-', SP, identifier('STACK_LIMIT'));
    const tooMuch = binary('>', binary('>>>', bytes, literal(0)), room);
    const rounded = binary('&', binary('-', SP, bytes), literal(-16));
    return [...keep, ifs(tooMuch, run('trapStack')), statement(assign(f.local(local), this.#moveStack(rounded)))];
  }
}

const run = (name: string, ...values: readonly Node[]): Node => statement(call(identifier(name), ...values));
