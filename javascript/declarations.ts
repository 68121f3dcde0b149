/** The functions of a program as TypeScript knows them: heat.d.upc.ts, beside heat.upc, for TypeScript with `allowArbitraryExtensions`. */
import type { Callable, CallValue } from '../compiler/callable.ts';
import { isReserved } from './reserved.ts';
import { ARRAYS } from './values.ts';

/** Where TypeScript looks for the types of a source. */
export const declarationsFile = (source: string): string => source.replace(/(\.\w+)$/, '.d$1.ts');

export function declarationsOf(functions: readonly Callable[]): string {
  const called = functions.filter(({ refused, name }) => refused === undefined && !isReserved(name));
  return `import type { CallOptions, Instance, TypedArray } from 'pgasc';

${called.map(declarationOf).join('\n')}
declare const $program: Instance;
export default $program;
`;
}

function declarationOf({ name, prototype, parameters, result }: Callable): string {
  const list = parameters.map((each, index) => `${nameOf(each.name, index)}: ${parameterType(each)}`);
  const all = [...list, 'options?: CallOptions'].join(', ');
  return `/** ${prototype} */\nexport declare function ${name}(${all}): Promise<${resultType(result)}>;`;
}

const nameOf = (name: string | undefined, index: number) =>
  name === undefined || isReserved(name) || name === 'options' ? `value${index + 1}` : name;

function parameterType(value: CallValue): string {
  if (value.kind === 'bool') return 'boolean';
  if (value.kind === 'i64' || value.kind === 'u64') return 'bigint | number';
  if (value.kind !== 'pointer') return 'number';
  const arrays = value.to === undefined ? ['TypedArray'] : ARRAYS[value.to];
  return [...arrays, 'number', 'null'].join(' | ');
}

function resultType({ kind }: CallValue): string {
  if (kind === 'void' || kind === 'bool') return kind === 'void' ? 'undefined' : 'boolean';
  return kind === 'i64' || kind === 'u64' ? 'bigint' : 'number';
}
