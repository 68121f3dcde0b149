/**
 * Synchronization sequence of a statement: barriers, their halves, and collective calls, in order (UPC 3.9, 6.6.1).
 *
 * Takes: statements. Gives: a Sequence, to compare with another. One idea: steps are words, so that equal texts are
 * equal behaviour; where the text does not determine the sequence it is not `exact`.
 */

import type { Location } from '../../../source/source.ts';
import type { BlockItem, Call, Compound, FunctionDefinition, Statement } from '../ast/ast.ts';
import { childrenOf, type TreeNode } from '../ast/tree.ts';
import type { Facts, FunctionSymbol, Symbol as Name } from '../semantics/facts.ts';
import { type Reach, reachOf } from './reach.ts';

export interface Sequence {
  readonly steps: readonly Step[];
  /** False where calls of unknown functions, conditions or loops may add to the steps or leave some out. */
  readonly exact: boolean;
}

export interface Step {
  /** 'upc_barrier', 'upc_all_broadcast', or the function called that does it. */
  readonly name: string;
  /** Steps match where it is equal: a barrier is a notify and a wait. */
  readonly word: string;
  readonly location: Location;
}

/** A call that does more is compared by its name alone. */
const MOST_STEPS = 32;

const NOTHING: Sequence = { steps: [], exact: true };
const UNKNOWN: Sequence = { steps: [], exact: false };

export class Synchronization {
  private readonly reach: Reach;
  private readonly bodies = new Map<Compound, Sequence>();
  /** Functions of the unit that synchronise whenever they are called. */
  private readonly certain = new Set<FunctionSymbol>();

  constructor(private readonly facts: Facts) {
    this.reach = reachOf(facts);
    const candidates = facts.functions.filter(({ symbol, isSound }) => isSound && this.reach.synchronising.has(symbol));
    for (let known = -1; known < this.certain.size; ) {
      known = this.certain.size;
      for (const { symbol, definition } of candidates)
        if (this.straight(definition.body).steps.length > 0) this.certain.add(symbol);
      this.bodies.clear();
    }
  }

  /** Of several statements in a row. */
  items(items: readonly BlockItem[]): Sequence {
    return inOrder(items.map((item) => this.of(item)));
  }

  of(node: TreeNode): Sequence {
    const statement = node as Statement | BlockItem;
    switch (statement.kind) {
      case 'UpcNotify':
        return step('upc_notify', 'notify', node);
      case 'UpcWait':
        return step('upc_wait', 'wait', node);
      case 'UpcBarrier':
        return step('upc_barrier', 'notify wait', node);
      case 'Compound':
        return this.items(statement.items);
      case 'If':
        return this.either(statement.test, statement.then, statement.otherwise);
      case 'Switch':
        return weakened(this.inside(statement), true);
      case 'While':
      case 'DoWhile':
      case 'For':
      case 'UpcForall':
        return weakened(this.inside(statement), false);
      default:
        return node.kind === 'Call' ? this.call(node as Call) : this.inside(node);
    }
  }

  private inside(node: TreeNode): Sequence {
    return inOrder(childrenOf(node).map((child) => this.of(child)));
  }

  /** Branches that agree are as good as no branches. */
  private either(test: TreeNode, then: Statement, otherwise: Statement | undefined): Sequence {
    const first = this.of(then);
    const second = otherwise ? this.of(otherwise) : NOTHING;
    if (words(first) === words(second)) return inOrder([this.of(test), first]);
    return inOrder([this.of(test), UNKNOWN]);
  }

  private call(node: Call): Sequence {
    const before = inOrder(node.arguments.map((each) => this.of(each)));
    const symbol = this.facts.symbolOf[node.callee.id];
    if (symbol?.kind !== 'function') return inOrder([before, UNKNOWN]);
    return inOrder([before, this.called(symbol, node)]);
  }

  /** Does a call of the function synchronise, whatever happens in it? */
  isStep(symbol: Name | undefined): boolean {
    return symbol?.kind === 'function' && (symbol.name.startsWith('upc_all_') || this.certain.has(symbol));
  }

  private called(symbol: FunctionSymbol, node: Call): Sequence {
    const { name, definition } = symbol;
    if (name.startsWith('upc_all_')) return step(name, name, node);
    if (definition && this.certain.has(symbol)) return this.defined(symbol, definition, node);
    if (!definition) return symbol.location.file.system ? NOTHING : UNKNOWN;
    return this.reach.synchronising.has(symbol) || this.reach.unknown.has(symbol) ? UNKNOWN : NOTHING;
  }

  /** A call stands for the function's own sequence, reported at the call. */
  private defined({ name }: FunctionSymbol, { body }: FunctionDefinition, node: Call): Sequence {
    const opaque = { ...step(name, name, node), exact: false };
    const own = this.bodyOf(body);
    if (!own.exact || own.steps.length > MOST_STEPS) return opaque;
    return { steps: own.steps.map(({ word }) => ({ name, word, location: node.location })), exact: true };
  }

  /** Steps of a function from its beginning to its end; not known while it is being found out (recursion). */
  private bodyOf(body: Compound): Sequence {
    const known = this.bodies.get(body);
    if (known) return known;
    this.bodies.set(body, UNKNOWN);
    const own = mentions(body, LEAVES) ? UNKNOWN : this.items(body.items);
    this.bodies.set(body, own);
    return own;
  }

  /** The first barrier or collective call in a statement, whatever it depends on. */
  anywhere(node: TreeNode): Step | undefined {
    const own = node.kind === 'If' ? NOTHING : this.of(node);
    if (own.steps[0]) return own.steps[0];
    for (const child of childrenOf(node)) {
      const found = this.anywhere(child);
      if (found) return found;
    }
    return undefined;
  }

  /** The statements of a body up to the first that may leave it or be jumped to. */
  private straight({ items }: Compound): Sequence {
    const end = items.findIndex((item) => mentions(item, LEAVES));
    return this.items(end < 0 ? items : items.slice(0, end));
  }
}

const LEAVES: ReadonlySet<string> = new Set(['Return', 'Goto', 'ComputedGoto', 'Labeled']);

/** True where a node of one of the kinds is in the node. */
export function mentions(node: TreeNode, kinds: ReadonlySet<string>): boolean {
  return kinds.has(node.kind) || childrenOf(node).some((child) => mentions(child, kinds));
}

function step(name: string, word: string, { location }: TreeNode & { location?: Location }): Sequence {
  return { steps: [{ name, word, location: location as Location }], exact: true };
}

export function inOrder(parts: readonly Sequence[]): Sequence {
  return { steps: parts.flatMap(({ steps }) => steps), exact: parts.every(({ exact }) => exact) };
}

/** Steps that happen any number of times; behind the labels of a switch, maybe not at all. */
function weakened({ steps, exact }: Sequence, maybe: boolean): Sequence {
  const synchronises = steps.length > 0;
  return { steps: maybe ? [] : steps, exact: exact && !synchronises };
}

export function words({ steps }: Sequence): string {
  return steps.map(({ word }) => word).join(' ');
}
