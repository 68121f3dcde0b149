/**
 * Takes the bytes of a field of %c, %s or %[, stores them as the directive asks.
 * The idea: narrow or wide, terminated or not, in the caller's memory or in a new block: four choices, one place.
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import { EILSEQ, ENOMEM, setErrno } from '../errno.ts';
import type { FieldText } from './scan-input.ts';

export interface TextForm {
  /** A 0 follows. */
  readonly terminated: boolean;
  /** As 4-byte characters. */
  readonly wide: boolean;
  /** The argument is the address of a pointer to a new block. */
  readonly allocate: boolean;
}

/** False with errno where the bytes are no UTF-8 or there is no memory. */
export function storeText(environment: LibraryEnvironment, address: number, text: FieldText, form: TextForm): boolean {
  const bytes = text.bytes.subarray(0, text.length);
  const units = form.wide ? decode(bytes) : bytes;
  if (units === undefined) return refuse(environment, EILSEQ);
  const count = units.length + (form.terminated ? 1 : 0);
  const target = form.allocate ? environment.heap.allocate(form.wide ? count * 4 : count) : address;
  if (target === 0) return refuse(environment, ENOMEM);
  if (form.allocate) environment.I32[address >>> 2] = target;
  if (form.wide) storeUnits(environment.I32, target >>> 2, units, form.terminated);
  else storeUnits(environment.U8, target >>> 0, units, form.terminated);
  return true;
}

function storeUnits(
  memory: Uint8Array | Int32Array,
  index: number,
  units: ArrayLike<number>,
  terminated: boolean,
): void {
  memory.set(units, index);
  if (terminated) memory[index + units.length] = 0;
}

/** Code points; undefined where the bytes are no UTF-8. */
function decode(bytes: Uint8Array): number[] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return Array.from(text, (character) => character.codePointAt(0)!);
  } catch {
    return undefined;
  }
}

function refuse(environment: LibraryEnvironment, number: number): false {
  setErrno(environment, number);
  return false;
}
