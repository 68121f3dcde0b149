/**
 * Puts and gets between memories (GASNet 1.8, extended API): blocking, with a handle, implicit.
 *
 * The node says whose memory it is, the address, which is as that node sees it, the place there. Memory of this node is
 * copied; other memory goes by one-sided access. Implicit operations of an access region are operations with handles,
 * which the region collects.
 */
import { IMPLICIT, type NativeFunction } from '../abi.ts';
import { COMPLETE } from '../conduits/conduit.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { counterpart, offsetOf } from '../memory/space.ts';
import type { ImplicitOperations } from './implicit.ts';
import { reach } from './reach.ts';

export function memory(environment: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  return { ...puts(environment, implicit), ...gets(environment, implicit), ...sets(environment) };
}

function puts(environment: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  const at = reach(environment);

  function put(node: number, to: number, from: number, size: number): void {
    if (size !== 0) at(node).put(node, offsetOf(environment, to), from, size);
  }

  function gasnet_put_nb(node: number, to: number, from: number, size: number): number {
    return size === 0 ? COMPLETE : at(node).putNb(node, offsetOf(environment, to), from, size);
  }

  function gasnet_put_nb_bulk(node: number, to: number, from: number, size: number): number {
    return size === 0 ? COMPLETE : at(node).putNbBulk(node, offsetOf(environment, to), from, size);
  }

  function gasnet_put_nbi(node: number, to: number, from: number, size: number): void {
    if (size === 0) return;
    if (implicit.inRegion) implicit.add(at(node).putNb(node, offsetOf(environment, to), from, size));
    else {
      at(node).putNbi(node, offsetOf(environment, to), from, size);
      implicit.counted(IMPLICIT.puts);
    }
  }

  function gasnet_put_nbi_bulk(node: number, to: number, from: number, size: number): void {
    if (size === 0) return;
    if (implicit.inRegion) implicit.add(at(node).putNbBulk(node, offsetOf(environment, to), from, size));
    else {
      at(node).putNbiBulk(node, offsetOf(environment, to), from, size);
      implicit.counted(IMPLICIT.puts);
    }
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

  function get(to: number, node: number, from: number, size: number): void {
    if (size !== 0) at(node).get(to, node, offsetOf(environment, from), size);
  }

  function getNb(to: number, node: number, from: number, size: number): number {
    return size === 0 ? COMPLETE : at(node).getNb(to, node, offsetOf(environment, from), size);
  }

  function getNbi(to: number, node: number, from: number, size: number): void {
    if (size === 0) return;
    if (implicit.inRegion) implicit.add(at(node).getNb(to, node, offsetOf(environment, from), size));
    else {
      at(node).getNbi(to, node, offsetOf(environment, from), size);
      implicit.counted(IMPLICIT.gets);
    }
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

function sets(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const begin = (name: string, node: number, to: number, byte: number, size: number) =>
    runtime.transfers.fill(name, counterpart(environment, to, node), byte, size);

  function gasnet_memset(node: number, to: number, byte: number, size: number): void {
    runtime.transfers.wait('gasnet_memset', begin('gasnet_memset', node, to, byte, size));
  }

  /** Blocking: networks count only puts and gets as implicit. */
  function gasnet_memset_nbi(node: number, to: number, byte: number, size: number): void {
    runtime.transfers.wait('gasnet_memset_nbi', begin('gasnet_memset_nbi', node, to, byte, size));
  }

  return {
    gasnet_memset,
    gasnet_memset_nb: (node: number, to: number, byte: number, size: number) =>
      begin('gasnet_memset_nb', node, to, byte, size),
    gasnet_memset_nbi,
  };
}
