/**
 * Which expressions may differ between threads because they depend on MYTHREAD.
 *
 * Takes: a function and the facts about it. Gives: for each expression that is evaluated, where the difference comes
 * from. One idea: one walk in the order of execution that knows, for each local scalar, whether its value differs now;
 * what it cannot know (memory, results of calls) it takes to be the same, so that what it says can be relied on.
 */

import type { Location } from '../../../source/source.ts';
import type {
  Assignment,
  BlockItem,
  Call,
  Declaration,
  Expression,
  IncrementDecrement,
  Statement,
  UpcForall,
} from '../ast/ast.ts';
import { childrenOf, isStatement, type TreeNode } from '../ast/tree.ts';
import type { Facts, FunctionFacts, ObjectSymbol } from '../semantics/facts.ts';

/** Why a value differs: "MYTHREAD" itself, or the variable that got it, and where. */
export interface Origin {
  readonly text: string;
  readonly location: Location;
}

/** By id of the expression; absent where all threads have the same value, as far as is known. */
export type Divergence = ReadonlyMap<number, Origin>;

/** Functions whose results depend on the thread that calls, and those that only compute with their arguments. */
const OWN_RESULTS: ReadonlySet<string> = new Set(['upc_lock_attempt']);
const OF_ARGUMENTS: ReadonlySet<string> = new Set(['upc_threadof', 'upc_phaseof', 'upc_addrfield', 'upc_resetphase']);

/** Expressions that differ while the function runs; parameters are taken to be the same on all threads. */
export function divergenceOf(facts: Facts, { definition }: FunctionFacts): Divergence {
  const walk = new Walk(facts);
  walk.statement(definition.body);
  return walk.found;
}

class Walk {
  readonly found = new Map<number, Origin>();
  private differing = new Map<ObjectSymbol, Origin>();

  constructor(private readonly facts: Facts) {}

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
        this.branches(node.test, node.then, node.otherwise);
        return;
      case 'While':
        this.loop(node, node.test, undefined);
        return;
      case 'DoWhile':
        this.statement(node.body);
        this.loop(node, node.test, undefined);
        return;
      case 'For':
      case 'UpcForall':
        if (node.initial?.kind === 'Declaration') this.declaration(node.initial);
        else this.value(node.initial);
        this.loop(node, node.test, node.step);
        return;
      case 'Switch':
        this.branches(node.value, node.body, undefined);
        return;
      default:
        for (const child of childrenOf(node)) this.inner(child);
    }
  }

  private inner(child: TreeNode): Origin | undefined {
    if (!isStatement(child)) return this.value(child as Expression);
    this.statement(child);
    return undefined;
  }

  private declaration({ declarators }: Declaration): void {
    for (const { id, initializer } of declarators) {
      if (!initializer) continue;
      const symbol = this.facts.symbolOf[id];
      const origin = initializer.kind === 'InitializerList' ? this.list(initializer) : this.value(initializer);
      if (symbol?.kind === 'object') this.give(symbol, origin);
    }
  }

  private list(node: TreeNode): undefined {
    for (const child of childrenOf(node)) this.inner(child);
    return undefined;
  }

  /** After branches that only some threads take, what they assign differs. */
  private branches(test: Expression, then: Statement, otherwise: Statement | undefined): void {
    const origin = this.value(test);
    const before = new Map(this.differing);
    this.statement(then);
    const after = this.differing;
    this.differing = before;
    if (otherwise) this.statement(otherwise);
    this.join(after);
    if (origin) for (const part of [then, otherwise]) if (part) this.giveAssigned(part, origin);
  }

  /** The body runs until nothing more is found to differ at its start. */
  private loop(
    node: Extract<Statement, { body: Statement }>,
    test: Expression | undefined,
    step: Expression | undefined,
  ): void {
    let known = -1;
    let origin: Origin | undefined;
    while (this.differing.size !== known) {
      known = this.differing.size;
      const before = new Map(this.differing);
      origin = this.value(test);
      if (node.kind === 'UpcForall') origin = this.affinity(node) ?? origin;
      this.statement(node.body);
      this.value(step);
      this.join(before);
    }
    for (const part of origin ? [node.body, step] : []) if (part) this.giveAssigned(part, origin as Origin);
  }

  /** Assignments in the body of a upc_forall happen on the threads that run the iteration. */
  private affinity({ affinity, location }: UpcForall): Origin | undefined {
    if (!affinity || affinity === 'continue') return undefined;
    this.value(affinity);
    return { text: 'the upc_forall that assigns it', location };
  }

  private join(other: ReadonlyMap<ObjectSymbol, Origin>): void {
    for (const [symbol, origin] of other) if (!this.differing.has(symbol)) this.differing.set(symbol, origin);
  }

  private giveAssigned(node: TreeNode, origin: Origin): void {
    const symbol = this.assigned(node);
    if (symbol) this.give(symbol, origin);
    for (const child of childrenOf(node)) this.giveAssigned(child, origin);
  }

  private assigned(node: TreeNode): ObjectSymbol | undefined {
    if (node.kind === 'Assignment') return this.scalar((node as Assignment).left);
    return node.kind === 'IncrementDecrement' ? this.scalar((node as IncrementDecrement).operand) : undefined;
  }

  private give(symbol: ObjectSymbol, origin: Origin | undefined): void {
    if (!origin) this.differing.delete(symbol);
    else if (!symbol.type.shared) this.differing.set(symbol, { text: `'${symbol.name}'`, location: origin.location });
  }

  // ---------------------------------------------------------------- expressions

  /** Evaluates; remembers and gives the origin of a difference. */
  private value(node: Expression | undefined): Origin | undefined {
    if (!node) return undefined;
    const origin = this.compute(node);
    if (origin) this.found.set(node.id, origin);
    return origin;
  }

  private compute(node: Expression): Origin | undefined {
    switch (node.kind) {
      case 'MyThread':
        return { text: 'MYTHREAD', location: node.location };
      case 'Identifier': {
        const symbol = this.scalar(node);
        return symbol && this.differing.get(symbol);
      }
      case 'Assignment':
        return this.assignment(node);
      case 'Call':
        return this.call(node);
      case 'Comma':
        this.value(node.left);
        return this.value(node.right);
      case 'Unary':
        if (node.operator === '&') return this.address(node.operand);
        return this.unlessRead(node, node.operator === '*', this.value(node.operand));
      case 'Index':
      case 'Member':
        return this.unlessRead(node, true, this.address(node));
      case 'SizeOf':
        return undefined;
      case 'StatementExpression':
        this.statement(node.body);
        return undefined;
      default:
        return this.first(childrenOf(node));
    }
  }

  /** Contents of memory are taken to be the same on all threads; an array is its address. */
  private unlessRead(node: Expression, isAccess: boolean, origin: Origin | undefined): Origin | undefined {
    return isAccess && this.facts.typeOf[node.id]?.type.kind !== 'array' ? undefined : origin;
  }

  /** The address of an lvalue is what it is computed from. */
  private address(node: Expression): Origin | undefined {
    switch (node.kind) {
      case 'Identifier':
        return undefined;
      case 'Index': {
        const array = this.value(node.array);
        return this.value(node.index) ?? array;
      }
      case 'Member':
        return node.arrow ? this.value(node.object) : this.address(node.object);
      default:
        return node.kind === 'Unary' ? this.value(node.operand) : this.value(node);
    }
  }

  private first(children: readonly TreeNode[]): Origin | undefined {
    let origin: Origin | undefined;
    for (const child of children) {
      if (child.kind === 'TypeName') continue;
      const own = this.inner(child);
      origin ??= own;
    }
    return origin;
  }

  private assignment({ left, operator, right }: Assignment): Origin | undefined {
    const symbol = this.scalar(left);
    if (!symbol) this.value(left);
    let origin = this.value(right);
    if (!symbol) return origin;
    if (operator !== '=') origin ??= this.differing.get(symbol);
    this.give(symbol, origin);
    return origin;
  }

  /** A variable whose address is given away may have any value afterwards. */
  private call(node: Call): Origin | undefined {
    const name = this.facts.symbolOf[node.callee.id]?.name ?? '';
    let origin: Origin | undefined;
    for (const each of node.arguments) {
      origin = this.argument(each) ?? origin;
    }
    if (OWN_RESULTS.has(name)) return { text: `the result of ${name}`, location: node.location };
    return OF_ARGUMENTS.has(name) ? origin : undefined;
  }

  private argument(node: Expression): Origin | undefined {
    const target = node.kind === 'Unary' && node.operator === '&' ? node.operand : undefined;
    const symbol = target && this.scalar(target);
    if (symbol) this.differing.delete(symbol);
    return this.value(node);
  }

  /** The private scalar that a name stands for. */
  private scalar(node: Expression): ObjectSymbol | undefined {
    if (node.kind !== 'Identifier') return undefined;
    const symbol = this.facts.symbolOf[node.id];
    return symbol?.kind === 'object' && !symbol.type.shared && symbol.type.type.kind !== 'array' ? symbol : undefined;
  }
}
