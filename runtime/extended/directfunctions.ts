/**
 * Functions of WebAssembly that a module is given in the place of the environment's and of GASNet's: it calls them without V8's
 * wrapper, which takes 24 to 37 instructions.
 *
 * Takes the network's accesses that are complete on return (conduits/conduit.ts); gives functions by the names in the environment and in
 * the library. GASNet's take an address as its node sees it, of which the offset counts.
 */
import type { NativeFunction } from '../abi.ts';
import type { DirectAccess } from '../conduits/conduit.ts';
import { type Code, constant, I32, moduleBytes } from '../memory/assembler.ts';
import { regionBytes, type Space } from '../memory/space.ts';

export interface DirectFunctions {
  readonly environment: Readonly<Record<string, NativeFunction>>;
  readonly library: Readonly<Record<string, NativeFunction>>;
}

const PARAMETERS = [I32, I32, I32, I32];
const [WRITE, READ] = [
  [0x10, 0],
  [0x10, 1],
];
const AND = 0x71;
const COMPLETE = constant(0);
const local = (index: number): number[] => [0x20, index];

export function directFunctions(space: Space, access: DirectAccess): DirectFunctions {
  const { write, read, ...values } = access;
  const bytes = moduleBytes(gasnet(space), { write: [PARAMETERS, []], read: [PARAMETERS, []] });
  const imports = { m: { m: space.memory }, f: { write, read } };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
  const puts = Object.entries(values).filter(([name]) => name.startsWith('put'));
  const started = Object.fromEntries(puts.map(([name, put]) => [`startP${name.slice(1)}`, put]));
  return { environment: { ...values, ...started }, library: exports as Record<string, NativeFunction> };
}

/** An operation is complete on return, so all forms of it are one. */
function gasnet({ SHIFT }: Space): Record<string, Code> {
  const offset = (index: number) => [...local(index), ...constant(regionBytes(SHIFT) - 1), AND];
  const put = [...local(0), ...offset(1), ...local(2), ...local(3), ...WRITE];
  const get = [...local(1), ...offset(2), ...local(0), ...local(3), ...READ];
  const forms = (name: string, code: number[]): [string, Code][] =>
    ['', '_bulk'].flatMap((form): [string, Code][] => [
      [`gasnet_${name}${form}`, [PARAMETERS, [], code]],
      [`gasnet_${name}_nbi${form}`, [PARAMETERS, [], code]],
      [`gasnet_${name}_nb${form}`, [PARAMETERS, [I32], [...code, ...COMPLETE]]],
    ]);
  return Object.fromEntries([...forms('put', put), ...forms('get', get)]);
}
