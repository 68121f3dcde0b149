/** Small functions that an emitted program carries when it needs them: what neither JavaScript nor one expression can say. */
import {
  BIGINT,
  binary,
  call,
  conditional,
  declare,
  functionDeclaration,
  identifier,
  ifs,
  literal,
  logical,
  math,
  member,
  type Node,
  NUMBER,
  returns,
} from './tree.ts';

const TWO52 = literal(2 ** 52);

/** C's rint in the default mode: to nearest, ties to even, the sign of zero kept. */
function rint(): Node {
  const x = identifier('x');
  const magnitude = math('abs', x);
  const nearest = binary('-', binary('+', identifier('a'), TWO52), TWO52);
  const isNegative = logical(
    '||',
    binary('<', x, literal(0)),
    call(member(identifier('Object'), 'is'), x, literal(-0)),
  );
  return functionDeclaration('rint', [identifier('x', NUMBER)], NUMBER, [
    declare('const', 'a', magnitude),
    ifs(
      { type: 'UnaryExpression', operator: '!', prefix: true, argument: binary('<', identifier('a'), TWO52) },
      returns(x),
    ),
    declare('const', 'r', nearest),
    returns(
      conditional(
        isNegative,
        { type: 'UnaryExpression', operator: '-', prefix: true, argument: identifier('r') },
        identifier('r'),
      ),
    ),
  ]);
}

/** A 64-bit integer to single precision, rounded once: the bits a double would lose become one sticky bit. */
function roundToF32(): Node {
  const x = identifier('x');
  const lost = identifier('lost');
  const isWide = logical('||', binary('>=', x, literal(2n ** 53n)), binary('<=', x, literal(-(2n ** 53n))));
  const sticky = binary('|', binary('-', x, lost), literal(0x800n));
  const kept = conditional(logical('&&', binary('!==', lost, literal(0n)), isWide), sticky, x);
  return functionDeclaration('roundToF32', [identifier('x', BIGINT)], NUMBER, [
    declare('const', 'lost', binary('&', x, literal(0x7ffn))),
    returns(math('fround', call(identifier('Number'), kept))),
  ]);
}

const SUPPORT = { rint, roundToF32 } as const;

export function supportFunction(name: keyof typeof SUPPORT): Node {
  return SUPPORT[name]();
}
