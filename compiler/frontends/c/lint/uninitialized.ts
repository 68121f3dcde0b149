/**
 * -Wuninitialized and -Wmaybe-uninitialized: scalar locals that are read before anything was assigned to them.
 *
 * One idea: one walk in the order of execution knows, for each such variable, that it has surely not been assigned
 * (`unset`), or only on one of the branches just left (`maybe`). Uncertain knowledge is dropped: a variable that is
 * assigned somewhere in a loop is known only up to the first condition in it; a label ends all knowledge.
 */

import type { Location } from '../../../source/source.ts';
import type { BlockItem, Declaration, Expression, For, Statement, Switch } from '../ast/ast.ts';
import { childrenOf, isStatement, type TreeNode, visitTree } from '../ast/tree.ts';
import type { FunctionFacts, ObjectSymbol } from '../semantics/facts.ts';
import { isScalar } from '../semantics/types/primitives.ts';
import type { Lint } from './lint.ts';

type State = 'unset' | 'first' | 'maybe';
/** Variables that are not in it have a value, or nothing is known of them. */
type Known = Map<ObjectSymbol, State>;

interface Read {
  readonly symbol: ObjectSymbol;
  readonly state: State;
  readonly location: Location;
}

export function uninitialized(lint: Lint, f: FunctionFacts): void {
  for (const { symbol, state, location } of readsOf(lint, f))
    if (state !== 'maybe')
      lint.warning('SEM3620', `'${symbol.name}' is used uninitialized`, location, declared(symbol));
}

export function maybeUninitialized(lint: Lint, f: FunctionFacts): void {
  for (const { symbol, state, location } of readsOf(lint, f))
    if (state === 'maybe')
      lint.warning('SEM3621', `'${symbol.name}' may be used uninitialized`, location, declared(symbol));
}

function declared({ name, location }: ObjectSymbol): { text: string; location: Location }[] {
  return [{ text: `'${name}' was declared here`, location }];
}

const found = new WeakMap<FunctionFacts, readonly Read[]>();

function readsOf(lint: Lint, f: FunctionFacts): readonly Read[] {
  const known = found.get(f);
  if (known) return known;
  const walk = new Walk(lint);
  if (lint.outline.all('Declaration').length > 0) walk.statement(f.definition.body);
  found.set(f, walk.reads);
  return walk.reads;
}

class Walk {
  readonly reads: Read[] = [];
  /** Undefined where control does not come. */
  private known: Known | undefined = new Map();
  private readonly reported = new Set<ObjectSymbol>();

  constructor(private readonly lint: Lint) {}

  // ---------------------------------------------------------------- statements

  statement(node: BlockItem): void {
    switch (node.kind) {
      case 'Compound':
        for (const item of node.items) this.statement(item);
        return;
      case 'Declaration':
        this.declaration(node);
        return;
      case 'If':
        this.branch(node.test, node.then, node.otherwise);
        return;
      case 'While':
      case 'For':
      case 'UpcForall':
        if (node.kind !== 'While') this.initial(node.initial);
        this.loop(node, node.test, node.kind === 'While' ? undefined : node.step);
        return;
      case 'DoWhile':
        this.loop(node, undefined, node.test);
        return;
      case 'Switch':
        this.switch(node);
        return;
      case 'Labeled':
      case 'Case':
        this.known = this.known && node.kind === 'Case' ? this.known : new Map();
        this.statement(node.body);
        return;
      case 'Return':
      case 'Goto':
      case 'ComputedGoto':
      case 'Break':
      case 'Continue':
        this.parts(node);
        this.known = undefined;
        return;
      default:
        this.parts(node);
    }
  }

  private parts(node: TreeNode): void {
    for (const child of childrenOf(node)) this.part(child);
  }

  private part(node: TreeNode): void {
    if (isStatement(node)) this.statement(node);
    else if (node.kind === 'Declaration') this.declaration(node as Declaration);
    else this.value(node as Expression);
  }

  private initial(node: For['initial']): void {
    if (node) this.part(node);
  }

  private declaration({ declarators, specifiers }: Declaration): void {
    const isAutomatic = !specifiers.storage.some(({ name }) => name === 'static' || name === 'extern');
    for (const { id, initializer } of declarators) {
      const symbol = this.lint.facts.symbolOf[id];
      if (initializer && !this.isItself(initializer, symbol)) this.part(initializer);
      if (symbol?.kind !== 'object') continue;
      if (initializer || !isAutomatic || !isTracked(symbol)) this.known?.delete(symbol);
      else this.known?.set(symbol, 'unset');
    }
  }

  /** `int x = x;` says that the warning is not wanted. */
  private isItself(initializer: TreeNode, symbol: unknown): boolean {
    return initializer.kind === 'Identifier' && this.lint.facts.symbolOf[initializer.id] === symbol;
  }

  private branch(test: Expression, then: Statement, otherwise: Statement | undefined): void {
    this.value(test);
    const before = this.known;
    const choice = this.constantOf(test);
    const one = this.inBranch(before, choice === false ? undefined : then);
    const other = this.inBranch(before, choice === true ? undefined : otherwise);
    if (choice !== undefined) this.known = choice ? one : other;
    else this.known = joined(before, one, other);
  }

  private constantOf({ id }: Expression): boolean | undefined {
    const constant = this.lint.facts.constantOf[id];
    return constant?.kind === 'integer' ? constant.value !== 0n : undefined;
  }

  /** The state after a part that runs on a condition. */
  private inBranch(before: Known | undefined, part: TreeNode | undefined): Known | undefined {
    this.known = before && new Map([...before].filter(([, state]) => state === 'unset'));
    const entered = this.known && new Map(this.known);
    if (part) this.part(part);
    const after = this.known;
    if (!before || !after) return after;
    return new Map([...before].filter(([symbol]) => (entered?.has(symbol) ? after.has(symbol) : false)));
  }

  /** Nothing is known afterwards of what the loop assigns; within, only up to the first condition. */
  private loop(node: TreeNode & { body: Statement }, test: Expression | undefined, last: Expression | undefined): void {
    if (!this.known) this.known = new Map();
    const assigned = this.assignedIn(node);
    const kept = new Map([...this.known].filter(([symbol]) => !assigned.has(symbol)));
    if (test) this.value(test);
    if (node.kind !== 'DoWhile' && test && this.constantOf(test) !== true) this.known = conditional(this.known);
    this.known = new Map([...this.known].map(([symbol, state]) => [symbol, assigned.has(symbol) ? 'first' : state]));
    this.statement(node.body);
    this.known = this.known && new Map([...this.known].filter(([symbol]) => kept.has(symbol)));
    if (last && this.known) this.value(last);
    this.known = kept;
  }

  private switch(node: Switch): void {
    this.value(node.value);
    const assigned = this.assignedIn(node.body);
    const kept = new Map([...(this.known ?? [])].filter(([symbol]) => !assigned.has(symbol)));
    this.known = new Map([...kept].filter(([, state]) => state === 'unset'));
    this.statement(node.body);
    this.known = kept;
  }

  private assignedIn(node: TreeNode): Set<unknown> {
    const assigned = new Set<unknown>();
    visitTree(node, (each) => {
      const target = each.kind === 'Assignment' ? (each as Expression & { kind: 'Assignment' }).left : undefined;
      if (target) assigned.add(this.lint.facts.symbolOf[target.id]);
      if (each.kind === 'InitDeclarator') assigned.add(this.lint.facts.symbolOf[each.id]);
      if (each.kind === 'Declaration')
        for (const { id } of (each as Declaration).declarators) assigned.add(this.lint.facts.symbolOf[id]);
    });
    return assigned;
  }

  // ---------------------------------------------------------------- expressions

  private value(node: Expression): void {
    switch (node.kind) {
      case 'Identifier':
        this.read(node);
        return;
      case 'Assignment':
        this.assignment(node);
        return;
      case 'Binary':
        this.value(node.left);
        if (node.operator === '&&' || node.operator === '||') this.perhaps(node.right);
        else this.value(node.right);
        return;
      case 'Conditional':
        this.value(node.test);
        if (node.then) this.perhaps(node.then);
        this.perhaps(node.otherwise);
        return;
      case 'SizeOf':
      case 'TypesCompatible':
      case 'OffsetOf':
        return;
      case 'Cast':
        if (!this.isDiscarded(node)) this.value(node.operand);
        return;
      case 'Call':
        this.call(node);
        return;
      default:
        if ((node as TreeNode).kind !== 'TypeName') this.parts(node);
    }
  }

  /** `(void)x` reads nothing. */
  private isDiscarded({ typeName, operand }: Expression & { kind: 'Cast' }): boolean {
    return operand.kind === 'Identifier' && this.lint.facts.namedType[typeName.id]?.type.kind === 'void';
  }

  private assignment({ left, operator, right }: Expression & { kind: 'Assignment' }): void {
    if (left.kind !== 'Identifier') this.value(left);
    this.value(right);
    if (left.kind !== 'Identifier') return;
    if (operator !== '=') this.read(left);
    const symbol = this.lint.facts.symbolOf[left.id];
    this.known?.delete(symbol as ObjectSymbol);
  }

  private call({ callee, arguments: given }: Expression & { kind: 'Call' }): void {
    const symbol = this.lint.facts.symbolOf[callee.id];
    if (symbol?.kind === 'function' && UNEVALUATED.test(symbol.name)) return;
    if (symbol?.name.startsWith('__builtin_va_')) this.forget(given[0]);
    this.value(callee);
    for (const each of given) this.value(each);
    if (symbol?.kind === 'function' && (symbol.noreturn || NEVER_BACK.has(symbol.name))) this.known = undefined;
    if (symbol?.name === 'setjmp' || symbol?.name === '_setjmp') this.known = this.known && new Map();
  }

  /** Evaluation on a condition: of the objects that it assigns nothing is known. */
  private perhaps(node: Expression): void {
    const before = this.known;
    this.known = conditional(before);
    this.value(node);
    const after = this.known;
    const entered = conditional(before);
    this.known =
      before && new Map([...before].filter(([symbol]) => !after || !entered.has(symbol) || after.has(symbol)));
  }

  /** The start of a list of arguments gives it a value. */
  private forget(list: Expression | undefined): void {
    const symbol = list && this.lint.facts.symbolOf[list.id];
    if (symbol?.kind === 'object') this.known?.delete(symbol);
  }

  private read(node: Expression & { kind: 'Identifier' }): void {
    const symbol = this.lint.facts.symbolOf[node.id];
    const state = symbol?.kind === 'object' ? this.known?.get(symbol) : undefined;
    if (state === undefined || symbol?.kind !== 'object' || this.reported.has(symbol)) return;
    this.reported.add(symbol);
    this.reads.push({ symbol, state, location: node.location });
  }
}

const UNEVALUATED = /^__builtin_(constant_p|object_size|.*cobound|coshape)/;
const NEVER_BACK: ReadonlySet<string> = new Set(['__builtin_unreachable', '__builtin_trap', 'longjmp', '_longjmp']);

function isTracked({ type, addressTaken, storage, coshape }: ObjectSymbol): boolean {
  const plain = !addressTaken && storage === 'automatic' && !coshape && !type.volatile && !type.shared;
  return plain && isScalar(type.type);
}

function conditional(known: Known | undefined): Known {
  return new Map([...(known ?? [])].filter(([, state]) => state === 'unset'));
}

/** After both branches: unset on both stays so, on one of them it is a maybe. */
function joined(before: Known | undefined, one: Known | undefined, other: Known | undefined): Known | undefined {
  if (!one || !other) return one ?? other;
  const result: Known = new Map();
  for (const [symbol, state] of before ?? []) {
    if (one.has(symbol) && other.has(symbol)) result.set(symbol, state);
    else if (state === 'unset' && one.has(symbol) !== other.has(symbol)) result.set(symbol, 'maybe');
  }
  return result;
}
