/**
 * Fetches what a loop gets one by one in bulk into a buffer, and sends what it puts in bulk out of one.
 *
 * Takes: loops that count by one, do not leave early and synchronize with nobody. Gives: the same strip by strip; each
 * begins with bulk gets into buffers of the frame and ends with bulk puts from them. Neighbours are copied; gets at
 * another stride are one strided transfer. One idea: nothing in the loop may write what is fetched before or read what
 * is sent after, but for an element that one iteration gets and then puts.
 * (Chen, Iancu and Yelick, Communication Optimizations for Fine-Grained UPC Applications, 2005; Iancu, Husbands and
 * Chen, Message Strip-Mining Heuristics for High Speed Networks, 2004.)
 */
import { add, binary, constI32, frameAddress, load, local, memorySize, mul, select, sub } from '../../ir/builders.ts';
import type {
  Call,
  Copy,
  Function as Definition,
  Expression,
  Get,
  Loop,
  Put,
  SetLocal,
  Statement,
  Store,
} from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import { blocksOf, expressionsOf, mapBlocksOf, mapEach, mapExpression, some, visitExpression } from '../../ir/walk.ts';
import { mayMeet } from '../analyses/alias.ts';
import { isInvariant, readsMemory, setIn } from '../analyses/counted.ts';
import { addressLocals, Definitions } from '../analyses/definitions.ts';
import { type Induction, inductionsOf, isByOne } from '../analyses/induction.ts';
import { Names } from '../names.ts';
import { objectText, type PassContext, Teller } from '../remarks.ts';
import { affine, expressionOf } from './affine.ts';

/** Bytes of a buffer: a strip is as many elements as fit. */
const BUFFER = 4096;

const STRIDED_GET = 'bupc_memget_fstrided';

/** A get or put of the loop whose address moves on by `stride` bytes each iteration. */
interface Stream {
  readonly access: Get | Put;
  /** The address, resolved. */
  readonly address: Expression;
  readonly stride: number;
  readonly size: number;
  readonly slot: string;
}

export function coalesce(definition: Definition, context: PassContext): Definition {
  return some(definition, (s) => s.op === 'get' || s.op === 'put')
    ? new Coalescing(definition, context).run()
    : definition;
}

class Coalescing {
  readonly #definition: Definition;
  readonly #context: PassContext;
  readonly #names: Names;
  readonly #tell: Teller;
  readonly #frame: { name: string; size: number; alignment: number }[];
  /** Iterations from which buffers pay. */
  readonly #least: number;

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#context = context;
    this.#names = new Names(definition);
    this.#tell = new Teller('coalesce', context);
    this.#frame = [...definition.frame];
    const { latency, overhead, bulkOverhead } = context.communication;
    this.#least = Math.max(2, Math.ceil((2 * (bulkOverhead + latency)) / (latency + overhead)));
  }

  run(): Definition {
    const body = this.#block(this.#definition.body, new Definitions(addressLocals(this.#definition)));
    return this.#names.declaredIn({ ...this.#definition, frame: this.#frame }, body);
  }

  #block(body: readonly Statement[], known: Definitions): readonly Statement[] {
    return mapEach(body, (s) => this.#statement(s, known));
  }

  #statement(s: Statement, known: Definitions): readonly Statement[] {
    if (blocksOf(s).length === 0) {
      known.pass(s);
      return [s];
    }
    const inductions = s.op === 'loop' ? inductionsOf(s, known) : [];
    known.forgetSetIn([s]);
    const inner = mapBlocksOf(s, (block) => this.#block(block, known.copy()));
    return inner.op === 'loop' ? this.#loop(inner, inductions, known) : [inner];
  }

  // -------------------------------------------------------------- what can be coalesced

  #loop(s: Loop, inductions: readonly Induction[], known: Definitions): readonly Statement[] {
    const [induction] = inductions;
    if (!induction || !isByOne(induction) || s.step.length !== 1 || !s.body.every(isQuiet)) return [s];
    const streams = this.#streams(s, induction.counter, known).filter((stream) => this.#isAlone(stream, s, known));
    if (streams.length === 0) return [s];
    for (const { access, address } of streams) {
      this.#tell.done(access, () => `${access.op}s of ${objectText(address)} coalesced, in strips through a buffer`);
    }
    return this.#inStrips(s, induction, streams);
  }

  #streams(s: Loop, counter: string, before: Definitions): Stream[] {
    const known = before.copy();
    const set = setIn(s);
    const streams: Stream[] = [];
    for (const inner of s.body) {
      if (inner.op === 'get' || inner.op === 'put') {
        const stream = this.#streamOf(inner, known.resolve(inner.address), counter, set);
        if (stream) streams.push(stream);
        else
          this.#tell.missed(
            inner,
            () =>
              `${inner.op} of ${objectText(inner.address)} not coalesced: its address does not move by a constant stride`,
          );
      }
      known.pass(inner);
    }
    return streams;
  }

  #streamOf(access: Get | Put, address: Expression, counter: string, set: ReadonlySet<string>): Stream | undefined {
    const sum = affine(address);
    const own = printExpression(local(counter, 'i32'));
    const stride = sum.get(own)?.coefficient;
    const size = memorySize(access.memory);
    if (stride === undefined || stride < size || readsMemory(address)) return undefined;
    if (access.op === 'put' && stride !== size) return undefined;
    const others = [...sum].filter(([key]) => key !== own).map(([, term]) => term);
    if (!isInvariant(expressionOf(others), set)) return undefined;
    return { access, address, stride, size, slot: this.#names.label('buffer') };
  }

  /** Nothing else in the loop touches what the stream does, in a way that its order would tell. */
  #isAlone({ access, address, size }: Stream, s: Loop, before: Definitions): boolean {
    const known = before.copy();
    const isGet = access.op === 'get';
    let passed = false;
    for (const other of s.body) {
      const clash = (region: Expression): boolean => {
        const resolved = known.resolve(region);
        // The same element of the same iteration: got before it is put.
        if (printExpression(resolved) === printExpression(address)) return isGet ? !passed : passed;
        return mayMeet({ address }, { address: resolved });
      };
      const isClash = other !== access && touchedBy(other, isGet).some(clash);
      if (isClash) {
        this.#tell.missed(
          access,
          () =>
            `${access.op} of ${objectText(address)} not coalesced: the ${other.op} of line ${other.at?.line ?? '?'} may touch it`,
        );
        return false;
      }
      passed ||= other === access;
      known.pass(other);
    }
    return size > 0;
  }

  // -------------------------------------------------------------- strips

  #inStrips(s: Loop, { counter, operator, bound }: Induction, streams: readonly Stream[]): readonly Statement[] {
    const i = local(counter, 'i32');
    const from = local(this.#names.local(`${counter}_from`), 'i32');
    const last = local(this.#names.local(`${counter}_last`), 'i32');
    const strip = Math.floor(BUFFER / Math.max(...streams.map(({ size }) => size)));
    const greatest = operator === 'le_s' ? (bound as Expression) : sub(bound as Expression, constI32(1));
    for (const { slot } of streams) this.#frame.push({ name: slot, size: BUFFER, alignment: 8 });
    const count = add(sub(last, from), constI32(1));
    const end = add(i, constI32(strip - 1));
    const label = this.#names.label(`${s.label}_strip`);
    const gets = streams.filter(({ access }) => access.op === 'get');
    const puts = streams.filter(({ access }) => access.op === 'put');
    const inner: Loop = {
      ...s,
      label,
      test: binary('le_s', i, last),
      body: s.body.map((each) => buffered(each, streams, i, from)),
    };
    const at = (address: Expression): Expression => startOf(address, counter, from);
    const body: Statement[] = [
      { op: 'set', local: from.name, value: i },
      { op: 'set', local: last.name, value: select(binary('lt_u', sub(greatest, i), constI32(strip)), greatest, end) },
      ...gets.map((stream) => this.#fetch(stream, at(stream.address), count)),
      inner,
      ...puts.map((stream) => send(stream, at(stream.address), count)),
    ];
    const enough = binary('ge_s', sub(greatest, i), constI32(this.#least - 1));
    const strips: Loop = { ...s, label: this.#names.label(`${s.label}_strips`), step: [], body };
    return [{ op: 'if', test: enough, then: [strips], otherwise: [s] }];
  }

  #fetch({ access, stride, size, slot }: Stream, source: Expression, count: Expression): Copy | Call {
    const destination = frameAddress(slot);
    const place = access.at && { at: access.at };
    if (stride === size) {
      return {
        op: 'copy',
        destination,
        source,
        size: mul(count, constI32(size)),
        to: 'private',
        from: 'shared',
        strict: false,
        ...place,
      };
    }
    const length = constI32(size);
    const values = [destination, length, length, count, source, constI32(0), length, constI32(stride), count];
    const signature = { parameters: values.map(({ type }) => type), results: [] };
    this.#context.imports(STRIDED_GET, signature);
    return { op: 'call', results: [], callee: { symbol: STRIDED_GET }, arguments: values, signature, ...place };
  }
}

function send({ access, size, slot }: Stream, destination: Expression, count: Expression): Copy {
  const source = frameAddress(slot);
  const place = access.at && { at: access.at };
  return {
    op: 'copy',
    destination,
    source,
    size: mul(count, constI32(size)),
    to: 'shared',
    from: 'private',
    strict: false,
    ...place,
  };
}

/** The address in the strip's first iteration. */
function startOf(address: Expression, counter: string, from: Expression): Expression {
  return mapExpression(address, (e) => (e.op === 'local' && e.name === counter ? from : e));
}

/** The access of a stream as one of its buffer. */
function buffered(s: Statement, streams: readonly Stream[], i: Expression, from: Expression): Statement {
  const stream = streams.find(({ access }) => access === s);
  if (!stream) return s;
  const { access, size, slot } = stream;
  const distance = add(mul(i, constI32(size)), mul(from, constI32(-size)));
  const address = add(frameAddress(slot), distance);
  const place = access.at && { at: access.at };
  if (access.op === 'put')
    return { op: 'store', memory: access.memory, address, value: access.value, ...place } satisfies Store;
  return { op: 'set', local: access.local, value: load(access.memory, address), ...place } satisfies SetLocal;
}

/** Statements that do not leave the loop, call, or synchronize. */
function isQuiet(s: Statement): boolean {
  switch (s.op) {
    case 'set':
    case 'evaluate':
      return true;
    case 'store':
      return !s.volatile;
    case 'get':
    case 'put':
      return !s.strict && !s.volatile;
    case 'if':
      return [...s.then, ...s.otherwise].every((inner) => inner.op !== 'get' && inner.op !== 'put' && isQuiet(inner));
    default:
      return false;
  }
}

/** Addresses that a statement writes, and those that it reads too where the stream is a put. */
function touchedBy(s: Statement, writesOnly: boolean): readonly Expression[] {
  const touched: Expression[] = [];
  if (s.op === 'put' || s.op === 'store') touched.push(s.address);
  for (const block of blocksOf(s)) for (const inner of block) touched.push(...touchedBy(inner, writesOnly));
  if (writesOnly) return touched;
  if (s.op === 'get') touched.push(s.address);
  for (const e of expressionsOf(s)) visitExpression(e, (inner) => inner.op === 'load' && touched.push(inner.address));
  return touched;
}
