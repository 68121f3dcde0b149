/**
 * Multibyte and wide characters: <stdlib.h> 7.20.7-8 and <wchar.h> 7.24.6, multibyte text being UTF-8.
 * A mbstate_t holds the value read so far, and the bytes missing with the least value allowed.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { EILSEQ, setErrno } from '../errno.ts';
import { decodeByte, encode, INITIAL, type Partial } from './utf8.ts';

/** (size_t)-1 and (size_t)-2. */
const INVALID = -1;
const INCOMPLETE = -2;
const WEOF = -1;
const LEAST = [0, 0x80, 0x800, 0x10000];

export const multibyteLibrary: LibraryFactory = (env) => {
  const { U8, I32 } = env;

  function readState(address: number): Partial {
    if (address === 0) return INITIAL;
    const count = I32[(address + 4) >>> 2]!;
    return { value: I32[address >>> 2]!, missing: count & 3, least: LEAST[count >> 2] ?? 0 };
  }

  function writeState(address: number, { value, missing, least }: Partial): void {
    if (address === 0) return;
    I32[address >>> 2] = missing === 0 ? 0 : value;
    I32[(address + 4) >>> 2] = missing === 0 ? 0 : missing | (LEAST.indexOf(least) << 2);
  }

  function invalid(): number {
    setErrno(env, EILSEQ);
    return INVALID;
  }

  /** Bytes taken (0 for the null character), INVALID or INCOMPLETE. `place` 0 stores nothing. */
  function mbrtowc(place: number, text: number, limit: number, stateAddress: number): number {
    let state = readState(stateAddress);
    if (text === 0) return state.missing === 0 ? 0 : invalid();
    for (let taken = 1; taken <= limit >>> 0; taken++) {
      const next = decodeByte(state, U8[(text + taken - 1) >>> 0]!);
      if (next === undefined) return invalid();
      state = next;
      if (state.missing > 0) continue;
      if (place !== 0) I32[place >>> 2] = state.value;
      writeState(stateAddress, INITIAL);
      return state.value === 0 ? 0 : taken;
    }
    writeState(stateAddress, state);
    return INCOMPLETE;
  }

  function mbtowc(place: number, text: number, limit: number): number {
    if (text === 0) return 0; // no shift states
    const taken = mbrtowc(place, text, limit, 0);
    return taken === INCOMPLETE ? invalid() : taken;
  }

  function wcrtomb(to: number, wide: number): number {
    if (to === 0) return 1;
    const bytes = encode(wide);
    if (bytes === undefined) return invalid();
    U8.set(bytes, to >>> 0);
    return bytes.length;
  }

  /** Converts to at most `limit` wide characters; `to` 0 only counts. *source moves on, to null at the end. */
  function mbsrtowcs(to: number, source: number, limit: number, stateAddress: number): number {
    let state = readState(stateAddress);
    let at = I32[source >>> 2]! >>> 0;
    const keep = to !== 0;
    const most = keep ? limit >>> 0 : Number.POSITIVE_INFINITY;
    for (let count = 0; count < most; ) {
      const next = decodeByte(state, U8[at]!);
      if (next === undefined) {
        if (keep) I32[source >>> 2] = at;
        return invalid();
      }
      state = next;
      at++;
      if (state.missing > 0) continue;
      if (keep) I32[(to >>> 2) + count] = state.value;
      if (state.value === 0) {
        if (keep) I32[source >>> 2] = 0;
        return count;
      }
      count++;
    }
    I32[source >>> 2] = at;
    writeState(stateAddress, state);
    return limit;
  }

  /** Converts to at most `limit` bytes, whole characters only; `to` 0 only counts. */
  function wcsrtombs(to: number, source: number, limit: number): number {
    let at = I32[source >>> 2]!;
    const keep = to !== 0;
    const most = keep ? limit >>> 0 : Number.POSITIVE_INFINITY;
    let size = 0;
    for (; ; at += 4) {
      const wide = I32[at >>> 2]!;
      const bytes = encode(wide);
      if (bytes === undefined) return invalid();
      if (size + bytes.length > most) break;
      if (keep) U8.set(bytes, (to + size) >>> 0);
      if (wide === 0) {
        if (keep) I32[source >>> 2] = 0;
        return size;
      }
      size += bytes.length;
    }
    if (keep) I32[source >>> 2] = at;
    return size;
  }

  /** Calls a function that moves a source pointer, with the pointer in a word of its own. */
  function withSource(source: number, convert: (place: number) => number): number {
    const place = env.heap.allocate(4);
    I32[place >>> 2] = source;
    const result = convert(place);
    env.heap.free(place);
    return result;
  }

  return {
    mbtowc,
    mblen: (text: number, limit: number) => mbtowc(0, text, limit),
    wctomb: (to: number, wide: number) => (to === 0 ? 0 : wcrtomb(to, wide)),
    mbstowcs: (to: number, from: number, limit: number) =>
      withSource(from, (source) => mbsrtowcs(to, source, limit, 0)),
    wcstombs: (to: number, from: number, limit: number) => withSource(from, (source) => wcsrtombs(to, source, limit)),
    mbrtowc,
    mbrlen: (text: number, limit: number, state: number) => mbrtowc(0, text, limit, state),
    wcrtomb,
    mbsrtowcs,
    wcsrtombs,
    mbsinit: (state: number) => (state === 0 || I32[(state + 4) >>> 2] === 0 ? 1 : 0),
    btowc: (byte: number) => (byte >= 0 && byte < 128 ? byte : WEOF),
    wctob: (wide: number) => (wide >= 0 && wide < 128 ? wide : -1),
  };
};
