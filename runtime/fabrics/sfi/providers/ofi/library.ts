/**
 * libfabric as a library of the system: its functions by name, and those of its objects by their place in tables.
 */
import { platform } from '../../../../platform/linked.ts';
import {
  MissingPackage,
  type NativeFunction,
  type NativeLibrary,
  type NativeResult,
} from '../../../../platform/platform.ts';
import { FabricError } from '../../errno.ts';
import { FI_OPS, FID, INTERFACE } from './abi.ts';

const NAMES = ['libfabric.so.1', 'libfabric.so'];
/** The oldest that is known to work: 1.15. */
const OLDEST = (1 << 16) | 15;

export class Library {
  private constructor(readonly native: NativeLibrary) {}

  /** Throws a FabricError that says what to install. */
  static open(): Library {
    const library = new Library(openNative());
    if (library.number < OLDEST)
      throw new FabricError(`libfabric ${library.version} is too old: version 1.15 or later is needed`);
    return library;
  }

  private get number(): number {
    return this.function('fi_version', 'int', 0)();
  }

  /** "1.17" */
  get version(): string {
    return `${this.number >>> 16}.${this.number & 0xffff}`;
  }

  function(name: string, result: NativeResult, parameters: number): NativeFunction {
    const found = this.native.find(name, result, parameters);
    if (found === undefined)
      throw new FabricError(`this libfabric has no function ${name}: version 1.15 or later is needed`);
    return found;
  }

  /** A function of an object: the one at `place` of the table that the object names at `table`. */
  operation(object: number, table: number, place: number, result: NativeResult, parameters: number): NativeFunction {
    const { native } = this;
    const functions = native.readLong(object + table);
    const address = 8 * place < native.readLong(functions) ? native.readLong(functions + 8 * place) : 0;
    if (address === 0) throw new FabricError(`this provider of libfabric lacks operation ${place} of table ${table}`);
    return native.at(address, result, parameters);
  }

  /** fi_ep_bind and its like. */
  bind(object: number, other: number, flags: number): number {
    return this.operation(object, FID.OPS, FI_OPS.BIND, 'int', 3)(object, other, flags);
  }

  control(object: number, command: number, argument = 0): number {
    return this.operation(object, FID.OPS, FI_OPS.CONTROL, 'int', 3)(object, command, argument);
  }

  /** fi_close; what cannot be closed stays. */
  close(object: number): void {
    this.operation(object, FID.OPS, FI_OPS.CLOSE, 'int', 1)(object);
  }

  /** Throws with libfabric's words for an error. */
  check(what: string, status: number): void {
    if (status !== 0) throw new FabricError(`libfabric: ${what}: ${this.textOf(status)}`);
  }

  textOf(status: number): string {
    return this.native.readText(this.function('fi_strerror', 'long', 1)(Math.abs(status)));
  }

  get interface(): number {
    return INTERFACE;
  }
}

function openNative(): NativeLibrary {
  try {
    for (const name of NAMES) {
      const library = platform.native.open(name);
      if (library !== undefined) return library;
    }
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    throw new FabricError(
      `libfabric is called by the npm package ${error.packageName}, which is neither beside this program nor beside pgasc: npm install ${error.packageName}`,
    );
  }
  throw new FabricError(`libfabric is not installed on ${platform.hostName}: apt install libfabric1`);
}
