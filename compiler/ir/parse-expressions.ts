/**
 * Parses expressions of the text form of the IR (see text.ts), and the tokens that statements share with them.
 *
 * Types that follow from the operands are not in the text: they are derived as the builders do, but nothing folds.
 */
import { binaryType, machineTypeOf, unaryType } from './builders.ts';
import { hasOperator } from './fold.ts';
import type {
  BinaryOperator,
  Constant,
  Expression,
  Load,
  MachineType,
  MemoryType,
  SharedLayout,
  UnaryOperator,
  VectorOperator,
} from './ir.ts';
import type { Scanner } from './scanner.ts';
import { ACCESS } from './text.ts';
import { bitmask, hasVectorOperator, LANES, lane, shuffle, vector, vectorConstant } from './vectors.ts';

const MACHINE_TYPES = new Set<string>(['i32', 'i64', 'f32', 'f64', 'v128', 'shared']);
const MEMORY_TYPES = new Set<string>([...MACHINE_TYPES, 'i8', 'u8', 'i16', 'u16', 'v64', 'v32', 'phase']);
const UNARY = new Set<string>([
  ...['neg', 'complement', 'not', 'extend8', 'extend16', 'sqrt', 'abs', 'floor', 'ceil', 'trunc', 'rint'],
  ...['high', 'low', 'power', 'clz', 'ctz', 'private', 'place', 'phase'],
]);

export const isMachineType = (word: string): boolean => MACHINE_TYPES.has(word);

export class ExpressionParser {
  protected readonly input: Scanner;
  /** Types of the parameters and locals of the function being parsed. */
  protected types = new Map<string, MachineType>();

  constructor(scanner: Scanner) {
    this.input = scanner;
  }

  protected startsExpression(): boolean {
    return /^(?:[(%&@#*]|-?\d|-?inf|nan\(|threads$|mythread$|regionshift$|origin$)/.test(this.input.peek());
  }

  protected expression(): Expression {
    const word = this.input.next();
    switch (word) {
      case '(': {
        const operation = this.#operation();
        this.input.expect(')');
        return operation;
      }
      case '%':
        return this.#localValue(this.input.name());
      case '&':
        return { op: 'static', type: 'i32', symbol: this.input.name(), offset: this.#offset() };
      case '@':
        return { op: 'shared', type: 'shared', symbol: this.input.name(), offset: this.#offset() };
      case '#':
        return { op: 'frame', type: 'i32', slot: this.input.name(), offset: this.#offset() };
      case '*':
        return { op: 'function', type: 'i32', symbol: this.input.name() };
      case 'threads':
      case 'mythread':
      case 'regionshift':
      case 'origin':
        return { op: word, type: 'i32' };
      default:
        return this.#constant(word);
    }
  }

  #localValue(name: string): Expression {
    const type = this.types.get(name);
    if (!type) throw this.input.failure(`no local %${name}`);
    return { op: 'local', type, name };
  }

  /** `+8` and `-8` are two tokens or one number after a sign. */
  #offset(): number {
    if (this.input.accept('+')) return this.input.number();
    return /^-\d/.test(this.input.peek()) && this.input.adjacent() ? this.input.number() : 0;
  }

  #constant(word: string): Constant {
    if (/^-?\d+n$/.test(word)) return { op: 'const', type: 'i64', value: BigInt(word.slice(0, -1)) };
    if (/^-?\d+s$/.test(word)) return { op: 'const', type: 'shared', value: Number(word.slice(0, -1)) };
    if (/^-?\d+$/.test(word)) return { op: 'const', type: 'i32', value: Number(word) };
    const match = /^(nan\((\w+)\)|-?inf(?=f?$)|[^f]*)(f?)$/.exec(word);
    if (!match) throw this.input.failure(`'${word}' is no expression`);
    return { op: 'const', type: match[3] === 'f' ? 'f32' : 'f64', value: float(match[1] as string, match[2]) };
  }

  #operation(): Expression {
    const word = this.input.next();
    switch (word) {
      case 'load': {
        const memory = this.memoryType();
        const how = this.access();
        return { op: 'load', type: machineTypeOf(memory), memory, address: this.expression(), ...how };
      }
      case 'convert':
      case 'convert_u': {
        const type = this.machineType();
        return { op: 'convert', type, signed: word === 'convert', operand: this.expression() };
      }
      case 'select': {
        const test = this.expression();
        const then = this.expression();
        return { op: 'select', type: then.type, test, then, otherwise: this.expression() };
      }
      case 'pure': {
        const type = this.machineType();
        return { op: 'pure', type, symbol: this.input.name(), arguments: this.#operands() };
      }
      default:
        if (UNARY.has(word)) return this.#unary(word as UnaryOperator);
        return this.#shared(word) ?? this.#vector(word) ?? this.#binary(word);
    }
  }

  #vector(word: string): Expression | undefined {
    const [first, second] = word.split('.');
    const lanes = LANES.find((known) => known === first);
    if (!lanes || second === undefined) return undefined;
    if (word === 'i8x16.bitmask') return bitmask(this.expression());
    if (second === 'shuffle') return shuffle(this.#bytes(), this.expression(), this.expression());
    const operator = second as VectorOperator;
    if (hasVectorOperator(lanes, operator)) return vector(lanes, operator, ...this.#operands());
    if (lanes === 'v128') return undefined;
    if (second === 'lane') return lane(lanes, this.input.number(), this.expression());
    return second === 'const' ? vectorConstant(lanes, this.#laneValues()) : undefined;
  }

  #bytes(): number[] {
    const bytes: number[] = [];
    this.input.expect('[');
    while (!this.input.accept(']')) bytes.push(this.input.number());
    return bytes;
  }

  #laneValues(): (number | bigint)[] {
    const values: (number | bigint)[] = [];
    while (this.input.peek() !== ')') values.push(this.#constant(this.input.next()).value);
    return values;
  }

  #unary(operator: UnaryOperator): Expression {
    const operand = this.expression();
    if (operator === 'private' && operand.op === 'shared') return { ...operand, type: 'i32' };
    return { op: 'unary', type: unaryType(operator, operand.type), operator, operand };
  }

  #binary(word: string): Expression {
    const operator = word as BinaryOperator;
    if (!hasOperator(operator, 'i32') && !hasOperator(operator, 'f64') && !hasOperator(operator, 'shared')) {
      throw this.input.failure(`no operation '${word}'`);
    }
    const left = this.expression();
    return {
      op: 'binary',
      type: binaryType(operator, left.type),
      operator,
      left,
      right: this.expression(),
    };
  }

  #shared(word: string): Expression | undefined {
    if (word === 'threadof') return { op: 'threadof', type: 'i32', address: this.expression() };
    if (word === 'counterpart')
      return { op: 'counterpart', type: 'shared', address: this.expression(), thread: this.expression() };
    if (word !== 'element' && word !== 'advance' && word !== 'advance.phase' && word !== 'difference') return undefined;
    const layout = this.#layout();
    const operands = this.#operands();
    const [a, b, c, d] = operands as [Expression, Expression, Expression, Expression];
    const wide = operands.length > 2;
    switch (word) {
      case 'element':
        return { op: word, type: 'shared', layout, base: a, index: b };
      case 'advance':
        return { op: word, type: 'shared', layout, address: a, ...(wide && { phase: b }), count: wide ? c : b };
      case 'advance.phase':
        return { op: word, type: 'i32', layout, phase: a, count: b };
      case 'difference':
        if (!wide) return { op: word, type: 'i32', layout, left: a, right: b };
        return { op: word, type: 'i32', layout, left: a, leftPhase: b, right: c, rightPhase: d };
    }
  }

  #layout(): SharedLayout {
    this.input.expect('[');
    const layout = { block: this.input.number(), elementSize: this.input.number() };
    this.input.expect(']');
    return layout;
  }

  #operands(): Expression[] {
    const operands: Expression[] = [];
    while (this.input.peek() !== ')') operands.push(this.expression());
    return operands;
  }

  // -------------------------------------------------------------- words

  protected local(): string {
    this.input.expect('%');
    return this.input.name();
  }

  protected machineType(): MachineType {
    const word = this.input.next();
    if (!MACHINE_TYPES.has(word)) throw this.input.failure(`'${word}' is no machine type`);
    return word as MachineType;
  }

  protected memoryType(): MemoryType {
    const word = this.input.next();
    if (!MEMORY_TYPES.has(word)) throw this.input.failure(`'${word}' is no memory type`);
    return word as MemoryType;
  }

  protected access(): Pick<Load, (typeof ACCESS)[number]> {
    return Object.fromEntries(ACCESS.filter((word) => this.input.accept(word)).map((word) => [word, true]));
  }
}

function float(word: string, nanBits: string | undefined): number {
  if (nanBits !== undefined) {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${nanBits}`));
    return view.getFloat64(0);
  }
  if (word.endsWith('inf')) return word.startsWith('-') ? -Infinity : Infinity;
  return Number(word);
}
