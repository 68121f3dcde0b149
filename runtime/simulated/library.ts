/**
 * The functions of the libraries for one simulated rank.
 *
 * Takes: the libraries. Gives: a record of all their functions. One idea: a library makes hundreds of functions and tables for each rank, and a program names few, so
 * one is made when the first of its names is asked for.
 */
import { functionNames, type LibraryEnvironment, type LibraryFactory, type NativeFunction } from '../abi.ts';
import { inTurn } from './instance.ts';

type Functions = Readonly<Record<string, NativeFunction>>;

export function libraryOf(libraries: readonly LibraryFactory[], environment: LibraryEnvironment): Functions {
  const factories = factoriesOf(libraries);
  const made = new Map<LibraryFactory, Functions>();
  const get = (_: Functions, name: string | symbol): NativeFunction | undefined => {
    const make = factories.get(name as string);
    if (make === undefined) return undefined;
    const functions = made.get(make) ?? make(environment);
    made.set(make, functions);
    return inTurn(name as string, functions[name as string]!);
  };
  return new Proxy(Object.create(null) as Functions, {
    get,
    ownKeys: () => [...factories.keys()],
    getOwnPropertyDescriptor: (target, name) => ({ value: get(target, name), enumerable: true, configurable: true }),
  });
}

let known:
  | { readonly libraries: readonly LibraryFactory[]; readonly factories: Map<string, LibraryFactory> }
  | undefined;

/** The library of each name; of all ranks once. */
function factoriesOf(libraries: readonly LibraryFactory[]): Map<string, LibraryFactory> {
  if (known?.libraries !== libraries) {
    const pairs = libraries.flatMap((make) => functionNames([make]).map((name) => [name, make] as const));
    known = { libraries, factories: new Map(pairs) };
  }
  return known.factories;
}
