/**
 * Recognizes loops that copy contiguous elements, and makes one bulk transfer of each.
 *
 * Takes: loops that count by one and do nothing but get or load an element and put or store it. Gives: the same with a
 * bulk copy, chosen where the loop is entered when it runs often enough and the copy would not read what it wrote.
 * One idea: an element at a time upwards is memmove, except where the target begins inside of the source.
 * (Chen, Iancu and Yelick, Communication Optimizations for Fine-Grained UPC Applications, 2005: coalescing.)
 */
import {
  add,
  asNumber,
  binary,
  constI32,
  load,
  local,
  machineTypeOf,
  memorySize,
  mul,
  select,
  sub,
} from '../../ir/builders.ts';
import { localUses } from '../../ir/homes.ts';
import type { Copy, Function as Definition, Expression, Loop, MemoryType, Statement } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import { hasBlocks, mapBlocksOf, mapEach, some } from '../../ir/walk.ts';
import { mayMeet } from '../analyses/alias.ts';
import { isInvariant, readsMemory, setIn } from '../analyses/counted.ts';
import { Definitions } from '../analyses/definitions.ts';
import { type Induction, inductionsOf, isByOne, rangeOf } from '../analyses/induction.ts';
import { Names } from '../names.ts';
import { objectText, type PassContext, Teller } from '../remarks.ts';
import { affine, expressionOf } from './affine.ts';

type Side = 'private' | 'shared';

/** One element read and written. */
interface Move {
  readonly memory: MemoryType;
  readonly source: Expression;
  readonly from: Side;
  readonly destination: Expression;
  readonly to: Side;
  /** The local that it goes through. */
  readonly through?: string;
}

export function recognizeIdioms(definition: Definition, context: PassContext): Definition {
  return some(definition, (s) => s.op === 'loop' && moveOf(s.body) !== undefined)
    ? new Copies(definition, context).run()
    : definition;
}

class Copies {
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #tell: Teller;
  /** Elements from which a bulk copy is faster. */
  readonly #least: number;

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#names = new Names(definition);
    this.#tell = new Teller('loop-idiom', context);
    this.#least = Math.ceil(context.communication.bulkOverhead / context.communication.overhead);
  }

  /** The local that elements go through is read by nothing else. */
  #isPassed({ through }: Move): boolean {
    if (through === undefined) return true;
    this.#uses ??= localUses(this.#definition);
    return this.#uses.get(through)?.reads === 1;
  }
  #uses?: ReturnType<typeof localUses>;

  run(): Definition {
    const body = this.#block(this.#definition.body, new Definitions());
    return this.#names.declaredIn(this.#definition, body);
  }

  #block(body: readonly Statement[], known: Definitions): readonly Statement[] {
    return mapEach(body, (s) => this.#statement(s, known));
  }

  #statement(s: Statement, known: Definitions): readonly Statement[] {
    if (!hasBlocks(s)) {
      known.pass(s);
      return [s];
    }
    const inductions = s.op === 'loop' ? inductionsOf(s, known) : [];
    known.forgetSetIn([s]);
    const inner = mapBlocksOf(s, (block) => this.#block(block, known.copy()));
    return inner.op === 'loop' ? this.#loop(inner, inductions, known) : [inner];
  }

  #loop(s: Loop, inductions: readonly Induction[], known: Definitions): readonly Statement[] {
    const move = moveOf(s.body);
    const [induction] = inductions;
    if (!move || !induction || !isByOne(induction) || s.step.length !== 1) return [s];
    const size = memorySize(move.memory);
    const set = setIn(s);
    const first = (address: Expression): Expression | undefined => walkFrom(address, induction.counter, size, set);
    const [source, destination] = [first(move.source), first(move.destination)];
    const isShared = move.from === 'shared' || move.to === 'shared';
    const [inSource, inDestination] = [known.resolve(move.source), known.resolve(move.destination)];
    const objects = `${objectText(inSource)} to ${objectText(inDestination)}`;
    if (isShort(induction, this.#least)) return [s];
    if (!source || !destination) {
      if (isShared)
        this.#tell.missed(
          s,
          () => `copy of ${objects} not made at once: its elements do not lie side by side, or a pointer may change`,
        );
      return [s];
    }
    if (isShared) this.#tell.done(s, () => `copy of ${objects} made at once where there are ${this.#least} elements`);
    const meet = mayMeet({ address: inSource }, { address: inDestination });
    return this.#atOnce(s, induction, { ...move, source, destination }, meet);
  }

  #atOnce(s: Loop, { counter, operator, bound }: Induction, move: Move, meet: boolean): readonly Statement[] {
    const i = local(counter, 'i32');
    const count = local(this.#names.local('count'), 'i32');
    const number = sub(bound as Expression, i);
    const size = memorySize(move.memory);
    const bytes = mul(count, constI32(size));
    const enough = binary('ge_s', count, constI32(this.#least));
    const { source, destination, from, to } = move;
    const apart = binary('ge_u', sub(asNumber(destination), asNumber(source)), bytes);
    const copy: Copy = {
      op: 'copy',
      destination,
      source,
      size: bytes,
      to,
      from,
      strict: false,
      ...(s.at && { at: s.at }),
    };
    return [
      { op: 'set', local: count.name, value: operator === 'le_s' ? add(number, constI32(1)) : number },
      {
        op: 'if',
        test: meet ? select(enough, apart, constI32(0)) : enough,
        then: [
          copy,
          { op: 'set', local: counter, value: add(i, count) },
          ...(this.#isPassed(move) ? [] : lastValue(move)),
        ],
        otherwise: [s],
      },
    ];
  }
}

/** Known to run less often. */
function isShort(induction: Induction, least: number): boolean {
  const range = rangeOf(induction);
  return range !== undefined && range[1] - range[0] + 1 < least;
}

/** Leaves the last element in the local that all went through; the counter is behind it already. */
function lastValue({ through, source, destination, memory, to }: Move): readonly Statement[] {
  if (through === undefined) return [];
  const before = constI32(-memorySize(memory));
  if (to === 'private') return [{ op: 'set', local: through, value: load(memory, add(destination, before)) }];
  return [{ op: 'get', local: through, memory, address: add(source, before), strict: false }];
}

/** The element that a loop's body moves, if that is all it does. */
function moveOf(body: readonly Statement[]): Move | undefined {
  const [first, second, third] = body;
  if (third || !first) return undefined;
  if (!second) return directMove(first);
  const read = readOf(first);
  if (!read || (second.op !== 'put' && second.op !== 'store')) return undefined;
  if (second.op === 'put' && (second.strict || second.volatile)) return undefined;
  if (second.op === 'store' && (second.volatile || second.unaligned)) return undefined;
  const { value, address, memory } = second;
  if (value.op !== 'local' || value.name !== read.through || memorySize(memory) !== memorySize(read.memory))
    return undefined;
  if (machineTypeOf(memory) !== machineTypeOf(read.memory) || uses(address, read.through)) return undefined;
  return { ...read, destination: address, to: second.op === 'put' ? 'shared' : 'private' };
}

function directMove(s: Statement): Move | undefined {
  if (s.op === 'store' ? s.volatile || s.unaligned : s.op !== 'put' || s.strict || s.volatile) return undefined;
  const { value, address, memory } = s as Statement & { op: 'store' | 'put' };
  if (value.op !== 'load' || value.volatile || value.unaligned || memorySize(value.memory) !== memorySize(memory))
    return undefined;
  if (machineTypeOf(value.memory) !== machineTypeOf(memory)) return undefined;
  return {
    memory,
    source: value.address,
    from: 'private',
    destination: address,
    to: s.op === 'put' ? 'shared' : 'private',
  };
}

function readOf(s: Statement): (Omit<Move, 'destination' | 'to'> & { through: string }) | undefined {
  if (s.op === 'get') {
    if (s.strict || s.volatile) return undefined;
    return { memory: s.memory, source: s.address, from: 'shared', through: s.local };
  }
  if (s.op !== 'set' || s.value.op !== 'load' || s.value.volatile || s.value.unaligned) return undefined;
  return { memory: s.value.memory, source: s.value.address, from: 'private', through: s.local };
}

const uses = (e: Expression, name: string): boolean => !isInvariant(e, new Set([name]));

/** The address that moves on by an element with the counter, if it does and the rest of it stays. */
function walkFrom(
  address: Expression,
  counter: string,
  size: number,
  set: ReadonlySet<string>,
): Expression | undefined {
  const sum = affine(address);
  const own = printExpression(local(counter, 'i32'));
  if (sum.get(own)?.coefficient !== size || readsMemory(address)) return undefined;
  const others = [...sum].filter(([key]) => key !== own).map(([, term]) => term);
  return isInvariant(expressionOf(others), set) ? address : undefined;
}
