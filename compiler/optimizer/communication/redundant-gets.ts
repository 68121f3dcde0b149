/**
 * Eliminates redundant gets: a get of what was got or put before takes that value.
 *
 * Takes: relaxed gets and puts. Gives: fewer gets. One idea: go through the statements with the values that are known
 * to be in shared memory. What may write them ends them, and so does everything that may let another thread's writes
 * be seen: strict accesses, fences, barriers, calls. A value whose local is set anew meanwhile is kept in another.
 * Into a loop go only values that nothing in it can change, and only if a counter ends it: a loop that waits for
 * another thread's relaxed put keeps its get. (Chen, Iancu and Yelick, Communication Optimizations for Fine-Grained UPC
 * Applications, 2005: redundant remote accesses.)
 */
import { local, machineTypeOf, memorySize } from '../../ir/builders.ts';
import type {
  Function as Definition,
  Expression,
  Get,
  Loop,
  MemoryType,
  Put,
  SetLocal,
  Statement,
} from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import {
  blocksOf,
  hasBlocks,
  localsSetBy,
  mapBlocksOf,
  mapEach,
  mapStatements,
  visitExpression,
  visitStatements,
} from '../../ir/walk.ts';
import { mayMeet, type Region, writesShared } from '../analyses/alias.ts';
import { addressLocals, Definitions } from '../analyses/definitions.ts';
import { inductionsOf } from '../analyses/induction.ts';
import { Names } from '../names.ts';
import { lineText, objectText, type PassContext, Teller } from '../remarks.ts';

/** Values known at a time: long functions would take time by their square. */
const MOST_KNOWN = 32;

/** A value in shared memory. */
interface Known {
  readonly region: Region;
  /** Locals and memory that its address is computed from. */
  readonly reads: ReadonlySet<string>;
  readonly loads: readonly Region[];
  /** The get or put that it comes from. */
  readonly origin: Get | Put;
  /** The local or constant that still holds it; without, it has to be kept where it comes from. */
  readonly held?: Expression;
}

class Values {
  readonly #known: Map<string, Known>;
  /** Locals that hold a value, or that an address is computed from, or did so. */
  readonly #mentioned: Set<string>;
  /** What ended a value. */
  readonly ended: Map<string, { origin: Statement; by: Statement }>;

  constructor(from?: Values) {
    this.#known = new Map(from ? from.#known : []);
    this.#mentioned = new Set(from ? from.#mentioned : []);
    this.ended = new Map(from?.ended);
  }

  get(key: string): Known | undefined {
    return this.#known.get(key);
  }

  add(key: string, known: Known): void {
    this.#known.delete(key);
    if (this.#known.size >= MOST_KNOWN) this.#known.delete(this.#known.keys().next().value as string);
    this.#known.set(key, known);
    for (const name of known.reads) this.#mentioned.add(name);
    if (known.held?.op === 'local') this.#mentioned.add(known.held.name);
    this.ended.delete(key);
  }

  /** Ends what the statement, or one in it, may change. */
  pass(s: Statement): void {
    if (this.#known.size === 0) return;
    this.#passOne(s);
    for (const block of blocksOf(s)) visitStatements(block, (inner) => this.#passOne(inner));
  }

  #passOne(s: Statement): void {
    for (const name of localsSetBy(s)) this.#forget(name);
    const written = writesShared(s);
    if (written === undefined) return;
    for (const [key, known] of this.#known) {
      const { region, loads } = known;
      if (written === 'anything' || [region, ...loads].some((r) => mayMeet(written, r))) this.#end(key, known, s);
    }
  }

  #end(key: string, { origin }: Known, by: Statement): void {
    this.#known.delete(key);
    this.ended.set(key, { origin, by });
  }

  #forget(name: string): void {
    if (!this.#mentioned.has(name)) return;
    for (const [key, known] of this.#known) {
      if (known.reads.has(name)) this.#known.delete(key);
      else if (known.held?.op === 'local' && known.held.name === name) {
        const { held: _, ...rest } = known;
        this.#known.set(key, rest);
      }
    }
  }
}

interface Scope {
  readonly values: Values;
  readonly definitions: Definitions;
}

const copyOf = ({ values, definitions }: Scope): Scope => ({
  values: new Values(values),
  definitions: definitions.copy(),
});

export function mergeGets(definition: Definition, context: PassContext): Definition {
  const accesses = { get: 0, put: 0, landing: 0 };
  visitStatements(definition.body, (s) => {
    if (s.op === 'get' || s.op === 'put' || s.op === 'landing') accesses[s.op]++;
  });
  const { get, put, landing } = accesses;
  return get > 0 && get + put > 1 && landing === 0 ? new Merging(definition, context).run() : definition;
}

class Merging {
  readonly #definition: Definition;
  readonly #tell: Teller;
  readonly #names: Names;
  /** Locals that keep the value of a get or put beyond the life of the local that had it. */
  readonly #kept = new Map<Statement, Expression & { op: 'local' }>();

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#tell = new Teller('redundant-gets', context);
    this.#names = new Names(definition);
  }

  run(): Definition {
    const merged = this.#block(this.#definition.body, {
      values: new Values(),
      definitions: new Definitions(addressLocals(this.#definition)),
    });
    const body = this.#kept.size === 0 ? merged : mapStatements(merged, (s) => this.#keeping(s));
    return this.#names.declaredIn(this.#definition, body);
  }

  #block(body: readonly Statement[], scope: Scope): readonly Statement[] {
    return mapEach(body, (s) => this.#statement(s, scope));
  }

  #statement(s: Statement, scope: Scope): readonly Statement[] {
    if (s.op === 'get' && !s.strict && !s.volatile) return this.#get(s, scope);
    if (s.op === 'put' && !s.strict && !s.volatile && s.mask === undefined) return this.#put(s, scope);
    if (s.op === 'loop') return [this.#loop(s, scope)];
    const blocks = blocksOf(s);
    // The arms of a switch may come after each other; of an if, one runs.
    if (s.op !== 'if') this.#pass(s, scope);
    const made = mapBlocksOf(s, (block) => this.#block(block, copyOf(scope)));
    if (s.op === 'if' && blocks.length > 0) this.#pass(s, scope);
    return [made];
  }

  #pass(s: Statement, { values, definitions }: Scope): void {
    values.pass(s);
    if (hasBlocks(s)) definitions.forgetSetIn([s]);
    else definitions.pass(s);
  }

  #loop(s: Loop, scope: Scope): Statement {
    const ends = inductionsOf(s, scope.definitions).some(({ bound }) => bound !== undefined);
    this.#pass(s, scope);
    const inside = (): Scope => {
      const { values, definitions } = copyOf(scope);
      return { values: ends ? values : new Values(), definitions };
    };
    return mapBlocksOf(s, (block) => this.#block(block, inside()));
  }

  // -------------------------------------------------------------- gets and puts

  #get(s: Get, scope: Scope): readonly Statement[] {
    const key = keyOf(s, scope);
    const known = scope.values.get(key);
    const held = known && this.#holder(known);
    if (!known || !held) {
      this.#tellEnded(s, scope.values.ended.get(key));
      this.#pass(s, scope);
      this.#remember(s, key, scope, local(s.local, machineTypeOf(s.memory)));
      return [s];
    }
    this.#tell.done(
      s,
      () => `get of ${objectText(s.address)} merged with the ${known.origin.op} of ${lineText(known.origin)}`,
    );
    if (held.op === 'local' && held.name === s.local) return [];
    this.#pass(s, scope);
    const set: SetLocal = { op: 'set', local: s.local, value: held };
    return [s.at ? { ...set, at: s.at } : set];
  }

  #put(s: Put, scope: Scope): readonly Statement[] {
    const key = keyOf(s, scope);
    this.#pass(s, scope);
    const isHeld = s.value.op === 'local' || s.value.op === 'const';
    if (isWide(s.memory)) this.#remember(s, key, scope, isHeld ? s.value : undefined);
    return [s];
  }

  #remember(s: Get | Put, key: string, { values, definitions }: Scope, held: Expression | undefined): void {
    const address = definitions.resolve(s.address);
    const reads = new Set<string>();
    const loads: Region[] = [];
    let isVolatile = false;
    visitExpression(address, (e) => {
      if (e.op === 'local') reads.add(e.name);
      if (e.op === 'load') loads.push({ address: e.address, size: memorySize(e.memory) });
      isVolatile ||= e.op === 'load' && e.volatile === true;
    });
    if (isVolatile || keyOf(s, { values, definitions }) !== key) return;
    const region = { address, size: memorySize(s.memory) };
    values.add(key, { region, reads, loads, origin: s, ...(held && { held }) });
  }

  /** What holds the value: its local, or one that keeps it from its origin on. */
  #holder({ held, origin }: Known): Expression {
    if (held) return held;
    let kept = this.#kept.get(origin);
    if (!kept) {
      const type = machineTypeOf(origin.memory);
      kept = { op: 'local', type, name: this.#names.local('kept', type) };
      this.#kept.set(origin, kept);
    }
    return kept;
  }

  /** The statement with the value that it gets or puts kept in a local. */
  #keeping(s: Statement): Statement | readonly Statement[] {
    const kept = this.#kept.get(s);
    if (!kept) return s;
    if (s.op === 'get') return [s, { op: 'set', local: kept.name, value: local(s.local, kept.type) }];
    const { value } = s as Put;
    return [
      { op: 'set', local: kept.name, value },
      { ...(s as Put), value: kept },
    ];
  }

  #tellEnded(s: Get, ended: { origin: Statement; by: Statement } | undefined): void {
    if (!ended) return;
    const { origin, by } = ended;
    const what = `get of ${objectText(s.address)} not merged with the ${origin.op} of ${lineText(origin)}`;
    this.#tell.missed(s, () => `${what}: the ${by.op} of ${lineText(by)} may change it`);
  }
}

const keyOf = (s: Get | Put, { definitions }: Scope): string =>
  `${s.memory} ${printExpression(definitions.resolve(s.address))}`;

/** A put leaves exactly its value: small integers are cut. */
const isWide = (memory: MemoryType): boolean => memory === machineTypeOf(memory) || memory === 'phase';
