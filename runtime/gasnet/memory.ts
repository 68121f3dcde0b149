/**
 * Puts and gets between memories (GASNet 1.8, extended API): blocking, with a handle, implicit.
 *
 * The address determines the node. Memory of this node is copied; other memory goes by one-sided access. Implicit
 * operations of an access region are operations with handles, which the region collects.
 */
import type { NativeFunction } from '../abi.ts';
import { COMPLETE } from '../conduits/conduit.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { offsetOf, rankOf } from '../memory/space.ts';
import type { ImplicitOperations } from './implicit.ts';
import { reach } from './reach.ts';

export function memory(environment: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  return { ...puts(environment, implicit), ...gets(environment, implicit), ...sets(environment) };
}

function puts(environment: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  const at = reach(environment);

  function put(_node: number, to: number, from: number, size: number): void {
    if (size !== 0) at(to).put(rankOf(environment, to), offsetOf(environment, to), from, size);
  }

  function gasnet_put_nb(_node: number, to: number, from: number, size: number): number {
    return size === 0 ? COMPLETE : at(to).putNb(rankOf(environment, to), offsetOf(environment, to), from, size);
  }

  function gasnet_put_nb_bulk(_node: number, to: number, from: number, size: number): number {
    return size === 0 ? COMPLETE : at(to).putNbBulk(rankOf(environment, to), offsetOf(environment, to), from, size);
  }

  function gasnet_put_nbi(_node: number, to: number, from: number, size: number): void {
    if (size === 0) return;
    if (implicit.inRegion) implicit.add(at(to).putNb(rankOf(environment, to), offsetOf(environment, to), from, size));
    else at(to).putNbi(rankOf(environment, to), offsetOf(environment, to), from, size);
  }

  function gasnet_put_nbi_bulk(_node: number, to: number, from: number, size: number): void {
    if (size === 0) return;
    if (implicit.inRegion)
      implicit.add(at(to).putNbBulk(rankOf(environment, to), offsetOf(environment, to), from, size));
    else at(to).putNbiBulk(rankOf(environment, to), offsetOf(environment, to), from, size);
  }

  return {
    gasnet_put: put,
    gasnet_put_bulk: put,
    gasnet_put_nb,
    gasnet_put_nb_bulk,
    gasnet_put_nbi,
    gasnet_put_nbi_bulk,
  };
}

function gets(environment: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  const at = reach(environment);

  function get(to: number, _node: number, from: number, size: number): void {
    if (size !== 0) at(from).get(to, rankOf(environment, from), offsetOf(environment, from), size);
  }

  function getNb(to: number, _node: number, from: number, size: number): number {
    return size === 0 ? COMPLETE : at(from).getNb(to, rankOf(environment, from), offsetOf(environment, from), size);
  }

  function getNbi(to: number, _node: number, from: number, size: number): void {
    if (size === 0) return;
    if (implicit.inRegion)
      implicit.add(at(from).getNb(to, rankOf(environment, from), offsetOf(environment, from), size));
    else at(from).getNbi(to, rankOf(environment, from), offsetOf(environment, from), size);
  }

  return {
    gasnet_get: get,
    gasnet_get_bulk: get,
    gasnet_get_nb: getNb,
    gasnet_get_nb_bulk: getNb,
    gasnet_get_nbi: getNbi,
    gasnet_get_nbi_bulk: getNbi,
  };
}

function sets({ runtime }: RuntimeEnvironment): Record<string, NativeFunction> {
  const begin = (name: string, to: number, byte: number, size: number) => runtime.transfers.fill(name, to, byte, size);

  function gasnet_memset(_node: number, to: number, byte: number, size: number): void {
    runtime.transfers.wait('gasnet_memset', begin('gasnet_memset', to, byte, size));
  }

  /** Blocking: networks count only puts and gets as implicit. */
  function gasnet_memset_nbi(_node: number, to: number, byte: number, size: number): void {
    runtime.transfers.wait('gasnet_memset_nbi', begin('gasnet_memset_nbi', to, byte, size));
  }

  return {
    gasnet_memset,
    gasnet_memset_nb: (_node: number, to: number, byte: number, size: number) =>
      begin('gasnet_memset_nb', to, byte, size),
    gasnet_memset_nbi,
  };
}
