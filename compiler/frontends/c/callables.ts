/**
 * The functions of a unit that JavaScript may call: those that are defined here and are not static.
 *
 * Takes: facts of semantics. Gives: a `Callable` of each; of one that passes what JavaScript has no value for, why it is refused.
 */
import type { Callable, CallValue, NumberKind } from '../../callable.ts';
import type { Facts, FunctionFacts } from './semantics/facts.ts';
import { isPointerToShared } from './semantics/types/primitives.ts';
import type { CType, FunctionType, QualifiedType } from './semantics/types/types.ts';
import { declarationText, typeText } from './semantics/types/typetext.ts';

type Parameter = Callable['parameters'][number];

export function callablesOf({ functions }: Facts): Callable[] {
  return functions.filter(({ symbol }) => symbol.linkage === 'external').map(callableOf);
}

function callableOf({ symbol, parameters, passedTypes }: FunctionFacts): Callable {
  const { result, variadic } = symbol.type.type as FunctionType;
  const texts = parameters.map(({ type, name }) => declarationText(type, name));
  const passed = parameters.map(({ name }, index) => ({ name, type: { type: passedTypes[index]! } }));
  const all = [...passed, { name: undefined, type: result }];
  const refused = variadic ? 'it is variadic' : all.map(({ name, type }) => refusalOf(name, type)).find(Boolean);
  const list = [...texts, ...(variadic ? ['...'] : [])].join(', ') || 'void';
  return {
    name: symbol.name,
    prototype: declarationText(result, `${symbol.name}(${list})`),
    parameters:
      refused === undefined ? passed.map(({ name, type }): Parameter => ({ name, ...callValueOf(type) })) : [],
    result: refused === undefined ? callValueOf(result) : { kind: 'void', type: 'void' },
    ...(refused !== undefined && { refused }),
  };
}

/** Why JavaScript has no such value; `name`: of a parameter. */
function refusalOf(name: string | undefined, { type }: QualifiedType): string | undefined {
  const what = unlike(type);
  if (what === undefined) return undefined;
  return `${name === undefined ? 'its result' : `its parameter ${name}`} is ${what}`;
}

function unlike(type: CType): string | undefined {
  if (type.kind === 'struct') return type.union ? 'a union' : 'a struct';
  if (type.kind === 'complex') return 'a complex number';
  return isPointerToShared(type) ? 'a pointer-to-shared' : undefined;
}

function callValueOf(qualified: QualifiedType): CallValue {
  const { type } = qualified;
  const text = typeText(qualified);
  if (type.kind !== 'pointer') return { kind: kindOf(type) ?? 'void', type: text };
  const to = kindOf(type.to.type);
  const number = to === 'bool' ? 'u8' : to;
  return { kind: 'pointer', type: text, ...(number && { to: number }), ...(type.to.const && { const: true }) };
}

/** Of a number. */
function kindOf(type: CType): NumberKind | 'bool' | undefined {
  if (type.kind === 'enum') return kindOf(type.underlying);
  if (type.kind === 'floating') return type.size === 4 ? 'f32' : 'f64';
  if (type.kind !== 'integer') return undefined;
  if (type.name === '_Bool') return 'bool';
  return `${type.signed ? 'i' : 'u'}${(8 * type.size) as 8 | 16 | 32 | 64}`;
}
