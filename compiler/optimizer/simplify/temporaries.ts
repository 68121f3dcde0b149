/**
 * Locals that a pass made in advance and that nobody, or nobody else, came to read.
 *
 * Takes: a function and the names of such locals, each set before every statement that it was made for. Gives: the
 * function without those that are not read, and with the value of those that only that statement reads back in it.
 */
import type { Function as Definition, Expression, SetLocal, Statement } from '../../ir/ir.ts';
import {
  expressionsOf,
  mapBlocksOf,
  mapExpression,
  mapExpressionsOf,
  visitExpression,
  visitStatements,
} from '../../ir/walk.ts';

export function withoutUnshared(definition: Definition, made: ReadonlySet<string>): Definition {
  return made.size === 0 ? definition : new Temporaries(definition, made).run();
}

class Temporaries {
  readonly #definition: Definition;
  readonly #made: ReadonlySet<string>;
  readonly #sets = new Map<string, SetLocal[]>();
  readonly #reads = new Map<string, number>();
  readonly #putBack = new Set<string>();

  constructor(definition: Definition, made: ReadonlySet<string>) {
    this.#definition = definition;
    this.#made = made;
    visitStatements(definition.body, (s) => {
      for (const e of expressionsOf(s)) this.#count(e, 1);
      if (s.op === 'set' && made.has(s.local)) this.#noteSet(s);
    });
  }

  #noteSet(s: SetLocal): void {
    const others = this.#sets.get(s.local);
    if (others) others.push(s);
    else this.#sets.set(s.local, [s]);
  }

  #count(e: Expression, by: number): void {
    visitExpression(e, (inner) => {
      if (inner.op !== 'local' || !this.#made.has(inner.name)) return;
      this.#reads.set(inner.name, (this.#reads.get(inner.name) ?? 0) + by);
    });
  }

  run(): Definition {
    this.#dropUnread([...this.#sets.keys()]);
    const body = this.#block(this.#definition.body);
    const isLeft = (name: string): boolean => this.#sets.has(name) && !this.#putBack.has(name);
    const locals = this.#definition.locals.filter(({ name }) => !this.#made.has(name) || isLeft(name));
    return { ...this.#definition, body, locals };
  }

  /** One that nobody reads reads others no more. */
  #dropUnread(names: string[]): void {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const sets = this.#sets.get(name);
      if (!sets || this.#reads.get(name)) continue;
      this.#sets.delete(name);
      for (const { value } of sets) {
        this.#count(value, -1);
        visitExpression(value, (e) => e.op === 'local' && this.#made.has(e.name) && names.push(e.name));
      }
    }
  }

  #block(body: readonly Statement[]): readonly Statement[] {
    const result: Statement[] = [];
    let waiting = new Map<string, SetLocal>();
    for (const s of body) {
      if (s.op === 'set' && this.#made.has(s.local) && !this.#sets.has(s.local)) continue;
      const taken = this.#take(s, waiting);
      if (taken.op === 'set' && this.#isReadOnce(taken.local)) {
        waiting.set(taken.local, taken);
        continue;
      }
      result.push(
        ...waiting.values(),
        mapBlocksOf(taken, (block) => this.#block(block)),
      );
      waiting = new Map();
    }
    return [...result, ...waiting.values()];
  }

  #isReadOnce(name: string): boolean {
    return this.#sets.get(name)?.length === 1 && this.#reads.get(name) === 1;
  }

  /** The statement with values of waiting locals in its own expressions. */
  #take(s: Statement, waiting: Map<string, SetLocal>): Statement {
    return mapExpressionsOf(s, (e) =>
      mapExpression(e, (inner) => {
        const set = inner.op === 'local' ? waiting.get(inner.name) : undefined;
        if (!set) return inner;
        waiting.delete(set.local);
        this.#putBack.add(set.local);
        return set.value;
      }),
    );
  }
}
