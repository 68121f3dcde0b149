/**
 * C strings and blocks in the shared memory, as the library's functions need them.
 * The idea: addresses are signed i32 and views unsigned, so every entry does `>>> 0` once and loops run on numbers;
 * text goes through a copy, because the platform's decoders refuse shared memory.
 */
import { type LibraryEnvironment, NULL_PAGE } from '../../runtime/abi.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes before the terminating zero. Reads whole aligned words, so never past the page of the zero. */
export function lengthOf(environment: LibraryEnvironment, address: number): number {
  const { U8, I32 } = environment;
  const start = address >>> 0;
  if (start < NULL_PAGE) noString(environment, 'a null pointer');
  let byte = start;
  for (; (byte & 3) !== 0; byte++) if (U8[byte] === 0) return byte - start;
  let word = byte / 4; // no shift: the end of memory may be 2^32
  const end = I32.length;
  while (word < end && !hasZero(I32[word]!)) word++;
  if (word >= end) noString(environment, `0x${start.toString(16)}, which has no end in memory,`);
  byte = word * 4;
  while (U8[byte] !== 0) byte++;
  return byte - start;
}

/** A segmentation fault in other C libraries. */
function noString(environment: LibraryEnvironment, what: string): never {
  return environment.exitJob(139, `${what} given where a string is wanted`);
}

/** True where one of the four bytes is zero. (Mycroft's test) */
export function hasZero(word: number): boolean {
  return ((word - 0x01010101) & ~word & 0x80808080) !== 0;
}

/** The bytes as a private copy. */
export function bytesAt({ U8 }: LibraryEnvironment, address: number, size: number): Uint8Array {
  return U8.slice(address >>> 0, (address >>> 0) + size);
}

/** A C string, read as UTF-8. */
export function textAt(environment: LibraryEnvironment, address: number): string {
  return decoder.decode(bytesAt(environment, address, lengthOf(environment, address)));
}

/** Writes text and its zero to a place known to be large enough; gives the bytes before the zero. */
export function putText({ U8 }: LibraryEnvironment, address: number, text: string): number {
  const bytes = encoder.encode(text);
  U8.set(bytes, address >>> 0);
  U8[(address >>> 0) + bytes.length] = 0;
  return bytes.length;
}

/** A new C string on the private heap; 0 when there is no room. */
export function newText(environment: LibraryEnvironment, text: string): number {
  const bytes = encoder.encode(text);
  const address = environment.heap.allocate(bytes.length + 1);
  if (address !== 0) putText(environment, address, text);
  return address;
}

/** Bytes that the text takes in memory, without the zero. */
export function textSize(text: string): number {
  return encoder.encode(text).length;
}

/** Strings that a function gives by address and owns: each is made once. */
export class Texts {
  private readonly addresses = new Map<string, number>();

  constructor(private readonly environment: LibraryEnvironment) {}

  address(text: string): number {
    let address = this.addresses.get(text);
    if (address === undefined) {
      address = newText(this.environment, text);
      this.addresses.set(text, address);
    }
    return address;
  }
}
