/** Native code from Node.js: by the package koffi, if it is installed beside the program or beside pgasc. */
import {
  type Futex,
  MissingPackage,
  type Native,
  type NativeFunction,
  type NativeLibrary,
  type NativeResult,
} from '../platform.ts';
import { module } from './modules.ts';

/** Of koffi's interface as much as is used here. */
interface Koffi {
  load(name: string): Library;
  proto(result: string, parameters: string[]): unknown;
  address(bytes: Uint8Array): bigint;
  decode: {
    (address: bigint, type: unknown): unknown;
    string(address: bigint): string;
  };
  encode(address: bigint, type: string, value: number | bigint): void;
}

interface Library {
  func(name: string, result: string, parameters: string[]): NativeFunction;
}

const PACKAGE = 'koffi';
const WORD = 'int64_t';
const RESULTS: Readonly<Record<NativeResult, string>> = { int: 'int32_t', long: WORD };

/** The number of Linux's call futex, by architecture; its operations; as many as there are. */
const FUTEX: Readonly<Record<string, number>> = {
  ...{ x64: 202, arm64: 98, riscv64: 98, loong64: 98, ppc64: 221, s390x: 238 },
};
const [FUTEX_WAIT, FUTEX_WAKE] = [0, 1];
const ALL = 2 ** 31 - 1;

/** Memory that native code knows: little, and it stays. */
const given = new Set<Uint8Array>();

export const native: Native = {
  places: [],
  futex() {
    const number = process.platform === 'linux' ? FUTEX[process.arch] : undefined;
    const library = number === undefined ? undefined : native.open('libc.so.6');
    const call = library?.find('syscall', 'long', 7);
    if (number === undefined || library === undefined || call === undefined) return undefined;
    return {
      addressOf: library.addressOf,
      wait: (word, value, limit) => void call(number, word, FUTEX_WAIT, value, limit, 0, 0),
      wake: (word) => void call(number, word, FUTEX_WAKE, ALL, 0, 0, 0),
    } satisfies Futex;
  },
  open(name) {
    const koffi = findPackage();
    try {
      return libraryOf(koffi, koffi.load(name));
    } catch {
      return undefined;
    }
  },
};

/** As a module at one of the places would import it. */
function findPackage(): Koffi {
  for (const place of [process.argv[1], ...native.places]) {
    try {
      if (place !== undefined) return module().createRequire(place)(PACKAGE) as Koffi;
    } catch {}
  }
  throw new MissingPackage(PACKAGE);
}

function libraryOf(koffi: Koffi, library: Library): NativeLibrary {
  const words = (count: number) => new Array<string>(count).fill(WORD);
  const read = (address: number, type: string) => Number(koffi.decode(BigInt(address), type));
  return {
    find(name, result, parameters) {
      try {
        return library.func(name, RESULTS[result], words(parameters));
      } catch {
        return undefined;
      }
    },
    at: (address, result, parameters) =>
      koffi.decode(BigInt(address), koffi.proto(RESULTS[result], words(parameters))) as NativeFunction,
    addressOf(bytes) {
      given.add(bytes);
      return Number(koffi.address(bytes));
    },
    readLong: (address) => read(address, WORD),
    readInt: (address) => read(address, 'int32_t'),
    writeLong: (address, value) => koffi.encode(BigInt(address), WORD, value),
    writeInt: (address, value) => koffi.encode(BigInt(address), 'int32_t', value),
    readText: (address) => koffi.decode.string(BigInt(address)),
  };
}
