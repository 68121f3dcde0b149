/** The functions of a program as TypeScript knows them: heat.d.upc.ts, beside heat.upc, for TypeScript with `allowArbitraryExtensions`. */
import type { Callable, CallValue } from '../compiler/callable.ts';
import { INSTANCE, isReserved, whyAbsent } from './reserved.ts';
import { ARRAYS } from './values.ts';

/** So no name is imported, which a function may have as well. */
const TYPES = "import('pgasc')";

/** Where TypeScript looks for the types of a source. */
export const declarationsFile = (source: string): string => source.replace(/(\.\w+)$/, '.d$1.ts');

export function declarationsOf(functions: readonly Callable[]): string {
  return `${functions.map(declarationOf).join('\n')}
declare const ${INSTANCE}: ${TYPES}.Instance;
export default ${INSTANCE};
`;
}

function declarationOf(callable: Callable): string {
  const { name, prototype, parameters, result } = callable;
  const absent = whyAbsent(callable);
  if (absent !== undefined) return `// ${prototype}: ${absent}`;
  const list = parameters.map((each, index) => `${nameOf(each.name, index)}: ${parameterType(each)}`);
  const all = [...list, `options?: ${TYPES}.CallOptions`].join(', ');
  return `/** ${prototype} */\nexport declare function ${name}(${all}): Promise<${resultType(result)}>;`;
}

const nameOf = (name: string | undefined, index: number) =>
  name === undefined || isReserved(name) || name === 'options' ? `value${index + 1}` : name;

function parameterType(value: CallValue): string {
  if (value.kind === 'bool') return 'boolean';
  if (value.kind === 'i64' || value.kind === 'u64') return 'bigint | number';
  if (value.kind !== 'pointer') return 'number';
  const arrays = value.to === undefined ? [`${TYPES}.TypedArray`] : ARRAYS[value.to];
  return [...arrays, 'number', 'null'].join(' | ');
}

function resultType({ kind }: CallValue): string {
  if (kind === 'void' || kind === 'bool') return kind === 'void' ? 'undefined' : 'boolean';
  return kind === 'i64' || kind === 'u64' ? 'bigint' : 'number';
}
