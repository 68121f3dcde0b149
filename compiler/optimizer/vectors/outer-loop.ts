/**
 * Outer-loop vectorization: the lanes of a vector are iterations of the outer loop, and the inner loop computes with such vectors.
 *
 * Takes: a function. Gives: the same where of
 *
 *     for (j = 0; j < n; j++) { sum = 0; for (k ...) sum += x[k] * y[k][j]; z[j] = sum; }
 *
 * two or four iterations are the lanes of a vector, several vectors go through the inner loop together, and the iterations that are
 * left are done as they were. One idea: iterations that may be mixed (loops/jam-shape.ts, jam-memory.ts), and whose accesses are to
 * neighbouring elements, or all to one, are lanes; each lane does what its iteration did, in its order.
 * (Nuzman and Zaks, Outer-Loop Vectorization Revisited for Short SIMD Architectures, 2008.)
 */
import { add, constI32, isDroppable, local, memorySize, offset } from '../../ir/builders.ts';
import type {
  Function as Definition,
  Expression,
  Load,
  Loop,
  MachineType,
  ScalarType,
  SetLocal,
  Statement,
  Store,
} from '../../ir/ir.ts';
import { wantedBehindLoops } from '../../ir/liveness.ts';
import { printExpression } from '../../ir/text.ts';
import { splat, vector, vectorConstant } from '../../ir/vectors.ts';
import { mapBlocksOf, mapExpression, some } from '../../ir/walk.ts';
import { Accesses } from '../analyses/accesses.ts';
import { isInvariant, readsMemory, setIn, sizeOf } from '../analyses/counted.ts';
import { Objects } from '../analyses/objects.ts';
import { type Affine, minus } from '../communication/affine.ts';
import { type Part, type Walk, walkOf } from '../loops/jam-addresses.ts';
import { readsWhatIsWritten } from '../loops/jam-memory.ts';
import { moveOn, type Nest, nestOf, roomFor } from '../loops/jam-shape.ts';
import { Names } from '../names.ts';
import { objectText, type PassContext, Teller } from '../remarks.ts';
import { memoryOfBytes, reversedLanes, type Shape128 } from './lanes.ts';
import { valuesIn } from './reductions.ts';
import { Unfit, unfit } from './shape.ts';
import { type Surroundings, type Wide, Widening } from './values.ts';

/** Nodes of IR that the inner loop may have for four vectors to go through it together, and for two. */
const FOR_FOUR = 20;
const FOR_TWO = 40;

export function vectorizeOuterLoops(definition: Definition, context: PassContext): Definition {
  const isNested = some(definition, (s) => s.op === 'loop' && some(s, (inner) => inner.op === 'loop'));
  return isNested ? new Outer(definition, context).run() : definition;
}

class Outer {
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #tell: Teller;
  readonly #accesses: Accesses;
  readonly #types: ReadonlyMap<string, MachineType>;
  readonly #wanted: ReadonlyMap<Loop, ReadonlySet<string>>;

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#names = new Names(definition);
    this.#tell = new Teller('outer-vectorize', context);
    this.#accesses = new Accesses(new Objects(definition, context.hidden), context.strictAliasing !== false);
    this.#types = new Map([...definition.parameters, ...definition.locals].map(({ name, type }) => [name, type]));
    this.#wanted = wantedBehindLoops(definition) ?? new Map();
  }

  run(): Definition {
    return this.#names.declaredIn(this.#definition, this.#block(this.#definition.body));
  }

  #block(body: readonly Statement[]): readonly Statement[] {
    let same = true;
    const result = body.flatMap((s): readonly Statement[] => {
      const made = (s.op === 'loop' && (this.#nest(s, this.#wanted.get(s)) ?? this.#guarded(s))) || [
        mapBlocksOf(s, (block) => this.#block(block)),
      ];
      same &&= made.length === 1 && made[0] === s;
      return made;
    });
    return same ? body : result;
  }

  /** `for (...) { k = 0; if (k < m) { ... } }`, whose test is alike in all iterations: tested once, if what is left is such a nest. */
  #guarded(loop: Loop): readonly Statement[] | undefined {
    const first = loop.body.slice(0, -1);
    const last = loop.body.at(-1);
    if (last?.op !== 'if' || last.otherwise.length > 0 || !first.every(isConstantSet)) return undefined;
    const constants = new Map(first.map(({ local: name, value }) => [name, value]));
    const test = mapExpression(last.test, (e) => (e.op === 'local' && constants.get(e.name)) || e);
    if (!isInvariant(test, setIn(loop)) || readsMemory(test) || !isDroppable(test)) return undefined;
    const made = this.#nest({ ...loop, body: [...first, ...last.then] }, this.#wanted.get(loop));
    if (!made) return undefined;
    const counting: Loop = { ...loop, label: this.#names.label(loop.label), body: first };
    return [{ op: 'if', test, then: made, otherwise: [counting] }];
  }

  /** The loops in the place of a nest: over several vectors of iterations, over one, and the old one for those that are left. */
  #nest(loop: Loop, wanted: ReadonlySet<string> | undefined): readonly Statement[] | undefined {
    const nest = nestOf(loop, wanted);
    if (!nest || readsWhatIsWritten(nest, this.#definition, this.#accesses, true)) return undefined;
    try {
      return this.#together(nest, hasLarge(nest, this.#types) ? 2 : 4);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      this.#tell.missed(loop, () => `iterations are not taken together as vectors: ${error.message}`);
      return undefined;
    }
  }

  #together(nest: Nest, lanes: number): readonly Statement[] {
    const size = sizeOf(nest.body);
    const copies = size <= FOR_FOUR ? [4, 1] : size <= FOR_TWO ? [2, 1] : [1];
    const loops = copies.map((count) => new Iterations(nest, lanes, count, this.#names, this.#types).loop());
    const [most] = copies as [number];
    this.#tell.done(
      nest.loop,
      () => `${lanes * most} iterations go through the inner loop together, as vectors of ${lanes}`,
    );
    return [...loops, nest.loop];
  }
}

/** Are there values of 64 bits? */
function hasLarge({ body, before, behind, own }: Nest, types: ReadonlyMap<string, MachineType>): boolean {
  const isLarge = (type: MachineType | undefined): boolean => type === 'f64' || type === 'i64';
  const stores = behind.filter((s) => s.op === 'store');
  return (
    [...own].some((name) => isLarge(types.get(name))) ||
    [...body, ...before].some(({ value }) => isLarge(value.type)) ||
    stores.some(({ value }) => isLarge(value.type))
  );
}

/** Iterations of one nest, `copies` vectors of them. */
class Iterations {
  readonly #nest: Nest;
  readonly #lanes: number;
  readonly #copies: number;
  readonly #names: Names;
  readonly #types: ReadonlyMap<string, MachineType>;
  /** For each copy, the vectors of the iteration's own locals. */
  readonly #own: ReadonlyMap<string, string>[];
  /** Locals that are read as numbers, not for addresses alone. */
  readonly #read: ReadonlySet<string>;
  /** What all lanes have alike, and the locals that hold it in the part that is being written. */
  #shared: SetLocal[] = [];
  #known = new Map<string, Expression>();

  constructor(nest: Nest, lanes: number, copies: number, names: Names, types: ReadonlyMap<string, MachineType>) {
    this.#nest = nest;
    this.#lanes = lanes;
    this.#copies = copies;
    this.#names = names;
    this.#types = types;
    this.#own = Array.from({ length: copies }, () => {
      return new Map([...nest.own].map((name) => [name, names.local(`${name}_v`, 'v128')]));
    });
    this.#read = new Set([...nest.before, ...nest.body, ...nest.behind].flatMap(({ value }) => valuesIn(value)));
    checkOrder(nest);
  }

  loop(): Loop {
    const { loop, inner, control, before, body, behind } = this.#nest;
    const iterations = this.#lanes * this.#copies;
    const { own: _, ...plain } = loop;
    const through: Loop = { ...inner, label: this.#names.label(inner.label), body: this.#part(body, 'body') };
    return {
      ...plain,
      label: this.#names.label(loop.label),
      test: roomFor(this.#nest, iterations),
      body: [...control, ...this.#part(before, 'before'), through, ...this.#part(behind, 'behind')],
      step: [moveOn(this.#nest, iterations)],
    };
  }

  /** The statements of all copies, and before them what they have in common. */
  #part(statements: readonly (SetLocal | Store)[], part: Part): Statement[] {
    this.#shared = [];
    this.#known = new Map();
    const made = this.#own.flatMap((_, copy) => statements.flatMap((s) => this.#statement(s, copy, part)));
    return [...this.#shared, ...made];
  }

  #statement(s: SetLocal | Store, copy: number, part: Part): Statement[] {
    const widening = new Widening(this.#surroundings(copy, part));
    if (s.op === 'store') return [this.#store(s, copy, widening)];
    if (!this.#read.has(s.local)) return [];
    const wide = widening.value(s.value);
    if (wide.bits !== bitsOf(s.value.type)) unfit('its values differ too much in size');
    return [{ op: 'set', local: this.#own[copy]?.get(s.local) as string, value: wide.node }];
  }

  #store(s: Store, copy: number, widening: Widening): Store {
    const size = memorySize(s.memory);
    const { address, stride } = this.#place(s, copy, 'behind');
    if (Math.abs(stride) !== size) unfit(`elements of ${objectText(s.address)} are ${stride} bytes apart`);
    const bytes = widening.stored(widening.value(s.value), s.memory);
    const value = stride < 0 ? reversedLanes(bytes, size, this.#lanes) : bytes;
    return { op: 'store', memory: memoryOfBytes(size * this.#lanes), address, value, ...(s.at && { at: s.at }) };
  }

  #surroundings(copy: number, part: Part): Surroundings {
    const { own, counter } = this.#nest;
    return {
      lanes: this.#lanes,
      intBits: 32,
      set: new Set([...own, counter]),
      local: (name) => this.#local(name, copy),
      address: (e) => this.#place(e, copy, part),
      pair: () => undefined,
      fixed: (e) => e,
      splat: (as, e) => this.#inAllLanes(as, e),
    };
  }

  #local(name: string, copy: number): Wide {
    if (name === this.#nest.counter) return this.#counter(copy);
    const kind = this.#types.get(name) as ScalarType;
    return { kind, bits: bitsOf(kind), node: local(this.#own[copy]?.get(name) as string, 'v128') };
  }

  /** The counter of each lane's iteration. */
  #counter(copy: number): Wide {
    const first = constI32(copy * this.#lanes);
    const counter = this.#inAllLanes('i32x4', add(local(this.#nest.counter, 'i32'), first));
    return { kind: 'i32', bits: 32, node: vector('i32x4', 'add', counter, vectorConstant('i32x4', [0, 1, 2, 3])) };
  }

  /** Where the vector of an access begins, and how it walks. */
  #place(node: Load | Store, copy: number, part: Part): { address: Expression; stride: number } {
    if (node.volatile) unfit(`${objectText(node.address)} is volatile`);
    const { address, stride } = placeOf(this.#nest, node.address, part);
    const first = stride < 0 ? stride * (this.#lanes - 1) : 0;
    return { address: offset(address, first + copy * this.#lanes * stride), stride };
  }

  /** A number, or what is read at one place for all iterations, in all lanes; once for all copies. */
  #inAllLanes(as: Shape128, e: Expression): Expression {
    const wide = splat(as, e.op === 'load' ? { ...e, address: this.#place(e, 0, 'body').address } : e);
    if (e.op === 'const') return wide;
    const key = printExpression(wide);
    const known = this.#known.get(key) ?? local(this.#names.local('all', 'v128'), 'v128');
    if (!this.#known.has(key)) this.#shared.push({ op: 'set', local: (known as { name: string }).name, value: wide });
    this.#known.set(key, known);
    return known;
  }
}

const isConstantSet = (s: Statement): s is SetLocal => s.op === 'set' && s.value.op === 'const';

const bitsOf = (type: MachineType): number => (type === 'f64' || type === 'i64' ? 64 : 32);

function placeOf(nest: Nest, address: Expression, part: Part): Walk {
  const walk = walkOf(nest, address, part);
  return walk ?? unfit(`the place in ${objectText(address)} does not move by the same amount each iteration`);
}

/** The stores of an iteration come one after the other, and those of a vector, too: they must be to one place, or there is one. */
function checkOrder(nest: Nest): void {
  const stores = nest.behind.filter((s) => s.op === 'store');
  const [first, ...others] = stores.map(({ address }) => placeOf(nest, address, 'behind').sum);
  const isSame = (sum: Affine): boolean => first !== undefined && minus(first, sum).size === 0;
  if (!others.every(isSame)) unfit('what is behind the inner loop may not be done lane by lane');
}
