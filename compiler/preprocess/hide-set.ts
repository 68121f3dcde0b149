/**
 * Hide sets: which macros must not expand a token again.
 *
 * After Dave Prosser's algorithm, the one that the C committee wrote 6.10.3.4 from (X3J11/86-196, 1986).
 * The idea: sets are interned as paths of rising macro numbers in a tree, so equal sets are one object, most tokens
 * share theirs, and unions and intersections are remembered.
 */
import type { HideSet } from '../lexer/preprocessing-token.ts';

class Node implements HideSet {
  private readonly children = new Map<number, Node>();
  private readonly unions = new Map<Node, Node>();

  constructor(
    readonly macro: number,
    readonly parent: Node | undefined,
  ) {}

  has(macro: number): boolean {
    let node: Node = this;
    while (node.macro > macro) node = node.parent as Node;
    return node.macro === macro;
  }

  with(macro: number): Node {
    if (this.macro < macro) return this.child(macro);
    if (this.macro === macro) return this;
    return (this.parent as Node).with(macro).child(this.macro);
  }

  union(other: Node): Node {
    if (other === this || other.parent === undefined) return this;
    if (this.parent === undefined) return other;
    let result = this.unions.get(other);
    if (!result) this.unions.set(other, (result = this.union(other.parent).with(other.macro)));
    return result;
  }

  intersection(other: Node): Node {
    if (other === this) return this;
    let result = this.root();
    for (const macro of this.macros()) if (other.has(macro)) result = result.with(macro);
    return result;
  }

  private child(macro: number): Node {
    let child = this.children.get(macro);
    if (!child) this.children.set(macro, (child = new Node(macro, this)));
    return child;
  }

  private root(): Node {
    let node: Node = this;
    while (node.parent) node = node.parent;
    return node;
  }

  private macros(): number[] {
    const macros: number[] = [];
    for (let node: Node = this; node.parent; node = node.parent) macros.push(node.macro);
    return macros.reverse();
  }
}

/** The hide sets of one preprocessing. A token without one has the empty set. */
export class HideSets {
  private readonly empty = new Node(-1, undefined);

  /** set + {macro} */
  with(set: HideSet | undefined, macro: number): HideSet {
    return ((set as Node | undefined) ?? this.empty).with(macro);
  }

  union(a: HideSet | undefined, b: HideSet | undefined): HideSet | undefined {
    return a && b ? (a as Node).union(b as Node) : (a ?? b);
  }

  intersection(a: HideSet | undefined, b: HideSet | undefined): HideSet | undefined {
    return a && b ? (a as Node).intersection(b as Node) : undefined;
  }
}
