/**
 * Which names stand for types (C99 6.2.1).
 *
 * Takes every declared name in order; gives whether a name is, at this point, a typedef name. One idea: the current
 * meaning of each name is in one map, and a scope is the list of meanings to put back when it ends.
 */

export type Meaning = 'typedef' | 'ordinary';

interface Shadowed {
  readonly name: string;
  readonly meaning: Meaning | undefined;
}

export class Names {
  /** No name is ever deleted: V8 keeps what is deleted in the chain of its hash, and the same few names come and go. */
  private readonly meanings = new Map<string, Meaning | undefined>([['__builtin_va_list', 'typedef']]);
  private readonly scopes: Shadowed[][] = [];

  /** The number of open scopes; 0 at file scope. */
  get depth(): number {
    return this.scopes.length;
  }

  meaningOf(name: string): Meaning | undefined {
    return this.meanings.get(name);
  }

  /** Every name that is a type here. */
  *types(): Iterable<string> {
    for (const [name, meaning] of this.meanings) if (meaning === 'typedef') yield name;
  }

  /** At file scope a type stays a type: the other declaration is wrong, and what uses the type need not be. */
  declare(name: string, meaning: Meaning): void {
    const before = this.meanings.get(name);
    if (before === meaning || (before === 'typedef' && this.depth === 0)) return;
    this.scopes[this.scopes.length - 1]?.push({ name, meaning: before });
    this.meanings.set(name, meaning);
  }

  /** Makes a name a type from here to the end of the unit, whatever scopes end. */
  declareForGood(name: string): void {
    this.meanings.set(name, 'typedef');
  }

  open(): void {
    this.scopes.push([]);
  }

  /** Ends scopes until `depth` are left. */
  closeTo(depth: number): void {
    while (this.scopes.length > depth) this.close();
  }

  close(): void {
    const shadowed = this.scopes.pop() as Shadowed[];
    for (let at = shadowed.length - 1; at >= 0; at--) {
      const { name, meaning } = shadowed[at] as Shadowed;
      this.meanings.set(name, meaning);
    }
  }
}
