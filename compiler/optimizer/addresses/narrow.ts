/**
 * Pointers-to-shared where all memory is one: 32-bit addresses, which name the thread.
 *
 * Takes: types, signatures, and nodes and statements whose operands are scalars already. Gives: the same with i32 for
 * `shared`. One idea: what is done to a pointer-to-shared but for its layout (layouts.ts) is an operation on its address.
 */
import { binary, constI32, constI64, convert, regionShift, sub } from '../../ir/builders.ts';
import type {
  Function as Definition,
  Expression,
  MachineType,
  MemoryType,
  Signature,
  Statement,
  Unary,
} from '../../ir/ir.ts';
import type { Expander, Form } from './form.ts';
import { plainForm } from './layouts.ts';

export const narrowForm = (_: Definition, { kept, callsAccess }: Expander): Form => ({
  prepared: (body) => body,
  words: (value) => [value],
  joined: ([word]) => word!,
  expression: (e, f) => plainForm(scalarForm(e), f),
  statement: (s) => [scalarStatement(callsAccess ? ranked(s, kept) : s)],
  declared: withScalars,
});

/** A shared access, and a copy from or to shared memory, with rank and offset instead of an address. */
function ranked(s: Statement, kept: Expander['kept']): Statement {
  const parts = (address: Expression) => rankAndOffset(kept(address, 'address'));
  if (s.op === 'copy' && (s.to === 'shared' || s.from === 'shared')) {
    const [[destinationRank, destination], [sourceRank, source]] = [parts(s.destination), parts(s.source)];
    return { ...s, destinationRank, destination, sourceRank, source };
  }
  if (s.op !== 'get' && s.op !== 'get.start' && s.op !== 'put' && s.op !== 'put.start') return s;
  const [rank, address] = parts(s.address);
  return { ...s, rank, address };
}

/** Parts of a pointer-to-shared in memory: its address, and behind it the phase. */
const isPart = (memory: MemoryType): boolean => memory === 'shared' || memory === 'phase';

const scalarType = (type: MachineType): MachineType => (type === 'shared' ? 'i32' : type);

export function scalarSignature(signature: Signature): Signature {
  const { parameters, results } = signature;
  if (!parameters.includes('shared') && !results.includes('shared')) return signature;
  return { parameters: parameters.map(scalarType), results: results.map(scalarType) };
}

/** The function with locals, parameters and results that are scalars. */
function withScalars(definition: Definition): Definition {
  const declared = <T extends { readonly type: MachineType }>(list: readonly T[]): readonly T[] =>
    list.some(({ type }) => type === 'shared') ? list.map((each) => ({ ...each, type: scalarType(each.type) })) : list;
  const { parameters, locals, results } = definition;
  return {
    ...definition,
    parameters: declared(parameters),
    locals: declared(locals),
    results: results.map(scalarType),
  };
}

/** The expression, whose operands are scalars, as a scalar. */
function scalarForm(e: Expression): Expression {
  switch (e.op) {
    case 'const':
      return e.type === 'shared' ? constI32(Number(e.value)) : e;
    case 'local':
    case 'shared':
      return e.type === 'shared' ? { ...e, type: 'i32' } : e;
    case 'load':
      return isPart(e.memory) ? { ...e, type: 'i32', memory: 'i32' } : e;
    case 'binary':
      if (e.operator === 'word') return wordOf(e.left, e.right);
      return e.operator === 'offset' ? binary('add', e.left, e.right) : e;
    case 'unary':
      return unaryForm(e);
    case 'convert':
      return convert(scalarType(e.type), e.operand, e.signed);
    case 'select':
      return e.type === 'shared' ? { ...e, type: 'i32' } : e;
    default:
      return e;
  }
}

function unaryForm(e: Unary): Expression {
  switch (e.operator) {
    case 'private':
      return e.operand;
    case 'place':
      return convert('i32', e.operand);
    case 'phase':
      return convert('i32', binary('shr_u', e.operand, constI64(32n)));
    default:
      return e;
  }
}

/** The address below, the phase above. */
const wordOf = (address: Expression, phase: Expression): Expression =>
  binary('or', convert('i64', address, false), binary('shl', convert('i64', phase, false), constI64(32n)));

/** The rank and the offset of an address, which is cheap. */
function rankAndOffset(address: Expression): [rank: Expression, offset: Expression] {
  const mask = sub(binary('shl', constI32(1), regionShift), constI32(1));
  return [binary('shr_u', address, regionShift), binary('and', address, mask)];
}

/** The statement, whose expressions are scalars, with what it reads, writes and calls as scalars. */
function scalarStatement(s: Statement): Statement {
  switch (s.op) {
    case 'store':
    case 'put':
    case 'put.start':
    case 'get':
    case 'get.start':
      return isPart(s.memory) ? { ...s, memory: 'i32' } : s;
    case 'call': {
      const signature = scalarSignature(s.signature);
      return signature === s.signature ? s : { ...s, signature };
    }
    default:
      return s;
  }
}
