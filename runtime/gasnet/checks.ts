/**
 * Checks before a put or get in programs compiled with -g: communication allowed now, the node, the target's
 * segment, the local side, alignment.
 */
import type { NativeFunction } from '../abi.ts';
import { Directory } from '../core/am/directory.ts';
import { badNode, notAttached, outsideSegment } from '../core/am/errors.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badTransfer, inHex } from '../errors.ts';

type Functions = Record<string, NativeFunction>;

/** The same functions; under -g they check their arguments first. */
export function checkedAccess(environment: RuntimeEnvironment, functions: Functions): Functions {
  return environment.runtime?.rules === undefined ? functions : checked(new Checks(environment), functions);
}

/** The same functions; under -g they are errors where handlers may not run. */
export function checkedWaits({ runtime }: RuntimeEnvironment, functions: Functions): Functions {
  const rules = runtime?.rules;
  if (rules === undefined) return functions;
  const check = ([name, f]: [string, NativeFunction]): [string, NativeFunction] => [
    name,
    (...values) => {
      rules.wait(name);
      return f(...values);
    },
  ];
  return Object.fromEntries(Object.entries(functions).map(check));
}

function checked(checks: Checks, functions: Functions): Functions {
  const check = ([name, f]: [string, NativeFunction]): [string, NativeFunction] => [name, checkedForm(checks, name, f)];
  return Object.fromEntries(Object.entries(functions).map(check));
}

/** By the order of parameters. */
function checkedForm(checks: Checks, name: string, f: NativeFunction): NativeFunction {
  const isBulk = name.endsWith('_bulk') || name.startsWith('gasnet_memset');
  if (name.startsWith('gasnet_wait'))
    return (handle) => {
      checks.wait(name);
      return f(handle);
    };
  if (name.startsWith('gasnet_get') && name.endsWith('_val'))
    return (node, from, size) => {
      checks.value(name, size);
      checks.remote(name, node, from, size, isBulk);
      return f(node, from, size);
    };
  if (name.endsWith('_val'))
    return (node, to, value, size) => {
      checks.value(name, size);
      checks.remote(name, node, to, size, isBulk);
      return f(node, to, value, size);
    };
  if (name.startsWith('gasnet_get'))
    return (to, node, from, size) => {
      checks.remote(name, node, from, size, isBulk);
      checks.local(name, to, size, isBulk);
      return f(to, node, from, size);
    };
  return (node, to, from, size) => {
    checks.remote(name, node, to, size, isBulk);
    if (name.startsWith('gasnet_put')) checks.local(name, from, size, isBulk);
    return f(node, to, from, size);
  };
}

class Checks {
  private readonly directory: Directory;

  constructor(private readonly environment: RuntimeEnvironment) {
    this.directory = new Directory(environment);
  }

  wait(name: string): void {
    this.environment.runtime.rules!.wait(name);
  }

  remote(name: string, node: number, address: number, size: number, isBulk: boolean): void {
    const { runtime, MYTHREAD, THREADS } = this.environment;
    this.wait(name);
    if (node >>> 0 >= THREADS) runtime.job.fail(badNode(name, node, THREADS));
    if (!this.directory.isAttached(MYTHREAD)) runtime.job.fail(notAttached(name, MYTHREAD, MYTHREAD));
    const { start, size: length } = this.directory.segmentOf(node);
    const offset = (address >>> 0) - (start >>> 0);
    if (size !== 0 && (offset < 0 || offset + (size >>> 0) > length))
      runtime.job.fail(outsideSegment(name, address, size >>> 0, node, start, length));
    this.aligned(name, address, size, isBulk);
  }

  local(name: string, address: number, size: number, isBulk: boolean): void {
    const { runtime } = this.environment;
    const fault = size === 0 ? undefined : runtime.transfers.fault(address, size >>> 0);
    if (fault !== undefined) runtime.job.fail(badTransfer(name, address, size >>> 0, fault));
    this.aligned(name, address, size, isBulk);
  }

  value(name: string, size: number): void {
    if (size >= 1 && size <= 8) return;
    this.environment.runtime.job.fail(`${name}: nbytes is ${size >>> 0}; a value has 1 to 8 bytes`);
  }

  /** Only bulk functions take unaligned objects. */
  private aligned(name: string, address: number, size: number, isBulk: boolean): void {
    if (isBulk || ![2, 4, 8].includes(size) || (address & (size - 1)) === 0) return;
    this.environment.runtime.job.fail(
      `${name}: ${inHex(address)} is not aligned to ${size} bytes; gasnet_put_bulk and gasnet_get_bulk take any address`,
    );
  }
}
