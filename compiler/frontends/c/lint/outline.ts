/**
 * The nodes of a function, by kind, and the ancestors of each.
 *
 * One idea: the checks that look for one kind of node share one walk over the body; a check asks for the nodes of its
 * kinds, in the order of the text, and climbs from there.
 */
import type { Identifier, Node } from '../ast/ast.ts';
import { childrenOf, type TreeNode } from '../ast/tree.ts';
import type { Facts, Symbol as Name } from '../semantics/facts.ts';

export class Outline {
  readonly #kinds = new Map<string, TreeNode[]>();
  #parents: Map<number, TreeNode> | undefined;
  #uses: Map<Name, Identifier[]> | undefined;

  constructor(root: TreeNode) {
    const waiting: TreeNode[] = [root];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      const alike = this.#kinds.get(node.kind);
      if (alike) alike.push(node);
      else this.#kinds.set(node.kind, [node]);
      const children = childrenOf(node);
      for (let at = children.length - 1; at >= 0; at--) waiting.push(children[at] as TreeNode);
    }
  }

  /** Nodes of a kind, in the order of the text. */
  all<K extends Node['kind']>(kind: K): readonly Extract<Node, { kind: K }>[] {
    return (this.#kinds.get(kind) ?? []) as unknown as Extract<Node, { kind: K }>[];
  }

  parentOf({ id }: TreeNode): TreeNode | undefined {
    this.#parents ??= this.#gatherParents();
    return this.#parents.get(id);
  }

  #gatherParents(): Map<number, TreeNode> {
    const parents = new Map<number, TreeNode>();
    for (const alike of this.#kinds.values())
      for (const node of alike) for (const child of childrenOf(node)) parents.set(child.id, node);
    return parents;
  }

  /** The uses of a name in the function. */
  usesOf(facts: Facts, symbol: Name): readonly Identifier[] {
    this.#uses ??= this.#gatherUses(facts);
    return this.#uses.get(symbol) ?? [];
  }

  #gatherUses(facts: Facts): Map<Name, Identifier[]> {
    const uses = new Map<Name, Identifier[]>();
    for (const node of this.all('Identifier')) {
      const symbol = facts.symbolOf[node.id];
      const alike = symbol && uses.get(symbol);
      if (alike) alike.push(node);
      else if (symbol) uses.set(symbol, [node]);
    }
    return uses;
  }

  /** Ancestors of a node, from the inside out. */
  *around(node: TreeNode): Iterable<TreeNode> {
    for (let at = this.parentOf(node); at; at = this.parentOf(at)) yield at;
  }
}
