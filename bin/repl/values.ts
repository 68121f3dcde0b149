/**
 * Values of C as text, read from the memory of a job that stands still.
 *
 * Takes a type and a place; gives what a person would want to see: '1', '2.5', '"text"', '{x = 1, y = 2}'.
 * One idea: an object is shown part by part by its type; a part of a shared array is found as the program would find it.
 */
import {
  integerOf,
  isPointerToShared,
  ultimateElement,
} from '../../compiler/frontends/c/semantics/types/primitives.ts';
import { elementCount, sizeOf } from '../../compiler/frontends/c/semantics/types/sizes.ts';
import type {
  ArrayType,
  CType,
  PointerType,
  QualifiedType,
  StructMember,
  StructType,
} from '../../compiler/frontends/c/semantics/types/types.ts';
import { characterText, floatText, stringText } from './literals.ts';

/** The memory, and what is known of the places in it. */
export interface Memory {
  readonly view: DataView;
  readonly threads: number;
  readonly shift: number;
  /** Name of the function with that index in the function table. */
  functionName(index: number): string | undefined;
}

/** Elements of an array that are shown. */
const MOST_ELEMENTS = 100;
const MOST_CHARACTERS = 400;
const NULL_PAGE = 4096;

/** Target of a pointer-to-shared: the phase counts in a block. */
export interface SharedPlace {
  readonly address: number;
  readonly phase: number;
}

/** The text of the object of that type at an address. */
export function valueText(memory: Memory, type: CType, address: number): string {
  switch (type.kind) {
    case 'integer':
      return integerText(memory, type, address);
    case 'enum':
      return enumText(memory, type, address);
    case 'floating':
      return floatText(floatAt(memory, type.size, address), type.size);
    case 'complex':
      return complexText(memory, type.component.size, address);
    case 'pointer':
      return pointerText(memory, type, address);
    case 'struct':
      return structText(memory, type, address);
    case 'array':
      return arrayText(memory, type, (index) => address + index * (sizeOf(ultimateElement({ type }).type) ?? 0));
    default:
      return type.kind;
  }
}

/** The text of an array to whose start the pointer at `address` points. */
export function arrayBehind(memory: Memory, type: QualifiedType, address: number): string {
  const array = type.type as ArrayType;
  const element = ultimateElement(type);
  const start = memory.view.getUint32(address, true);
  if (!element.shared) return valueText(memory, array, start);
  const place = { address: start, phase: memory.view.getUint32(address + 4, true) };
  const layout = { block: element.shared.block, elementSize: sizeOf(element.type) ?? 1 };
  return arrayText(memory, array, (index) => elementAddress(memory, place, layout, index));
}

/** Address of the element that is so many behind a place (UPC 1.3, 6.4.2). */
export function elementAddress(
  { threads, shift }: Pick<Memory, 'threads' | 'shift'>,
  { address, phase }: SharedPlace,
  { block, elementSize }: { readonly block: number; readonly elementSize: number },
  index: number,
): number {
  if (block === 0) return address + index * elementSize;
  const thread = Math.floor(address / 2 ** shift);
  const offset = address - thread * 2 ** shift - phase * elementSize;
  const blocks = thread + Math.floor((phase + index) / block);
  const row = Math.floor(blocks / threads);
  const inRow = row * block + ((phase + index) % block);
  return (blocks % threads) * 2 ** shift + offset + inRow * elementSize;
}

// ---------------------------------------------------------------- scalars

function integerAt({ view }: Memory, size: number, signed: boolean, address: number): bigint {
  if (size === 8) return signed ? view.getBigInt64(address, true) : view.getBigUint64(address, true);
  if (size === 4) return BigInt(signed ? view.getInt32(address, true) : view.getUint32(address, true));
  if (size === 2) return BigInt(signed ? view.getInt16(address, true) : view.getUint16(address, true));
  return BigInt(signed ? view.getInt8(address) : view.getUint8(address));
}

function integerText(memory: Memory, type: Extract<CType, { kind: 'integer' }>, address: number): string {
  const value = integerAt(memory, type.size, type.signed, address);
  const isCharacter = type.size === 1 && type.name !== '_Bool';
  return isCharacter ? `${value} ${characterText(Number(value) & 255)}`.trimEnd() : String(value);
}

function enumText(memory: Memory, type: Extract<CType, { kind: 'enum' }>, address: number): string {
  const { size, signed } = integerOf(type);
  const value = integerAt(memory, size, signed, address);
  const name = type.names?.get(value);
  return name === undefined ? String(value) : `${name} (${value})`;
}

function floatAt({ view }: Memory, size: number, address: number): number {
  return size === 4 ? view.getFloat32(address, true) : view.getFloat64(address, true);
}

function complexText(memory: Memory, size: 4 | 8, address: number): string {
  const [real, imaginary] = [floatAt(memory, size, address), floatAt(memory, size, address + size)];
  const negative = imaginary < 0 || Object.is(imaginary, -0);
  return `${floatText(real, size)} ${negative ? '-' : '+'} ${floatText(Math.abs(imaginary), size)}i`;
}

// ---------------------------------------------------------------- pointers

function pointerText(memory: Memory, type: PointerType, address: number): string {
  const value = memory.view.getUint32(address, true);
  const isShared: boolean = isPointerToShared(type);
  if (isShared) return sharedPointerText(memory, type, value, memory.view.getUint32(address + 4, true));
  if (value === 0) return 'NULL';
  if (type.to.type.kind === 'function') return memory.functionName(value) ?? hex(value);
  const target = type.to.type;
  if (target.kind === 'integer' && target.name === 'char') return stringAt(memory, value) ?? hex(value);
  return hex(value);
}

function sharedPointerText(memory: Memory, { to }: PointerType, address: number, phase: number): string {
  if (address === 0) return 'NULL';
  const thread = Math.floor(address / 2 ** memory.shift);
  const block = ultimateElement(to).shared?.block ?? 1;
  const phased = block > 1 || to.type.kind === 'void';
  const offset = address - thread * 2 ** memory.shift;
  return `thread ${thread}, ${phased ? `phase ${phase}, ` : ''}offset ${hex(offset)}`;
}

const hex = (address: number): string => `0x${address.toString(16)}`;

/** The string at an address, if there is one. */
function stringAt({ view, shift, threads }: Memory, address: number): string | undefined {
  const inRegion = address % 2 ** shift;
  if (inRegion < NULL_PAGE || Math.floor(address / 2 ** shift) >= threads) return undefined;
  const bytes: number[] = [];
  for (let at = address; at < view.byteLength && bytes.length <= MOST_CHARACTERS; at++) {
    const byte = view.getUint8(at);
    if (byte === 0) return stringText(bytes);
    bytes.push(byte);
  }
  return `${stringText(bytes)}...`;
}

// ---------------------------------------------------------------- aggregates

function structText(memory: Memory, { members = [] }: StructType, address: number): string {
  const parts = members.flatMap((member) => {
    const text = memberText(memory, member, address);
    if (text === undefined) return [];
    return [member.name === undefined ? text : `${member.name} = ${text}`];
  });
  return `{${parts.join(', ')}}`;
}

function memberText(
  memory: Memory,
  { name, type, offset, bitField }: StructMember,
  address: number,
): string | undefined {
  if (!bitField) return valueText(memory, type.type, address + offset);
  if (name === undefined || (type.type.kind !== 'integer' && type.type.kind !== 'enum')) return undefined;
  const { size, signed } = integerOf(type.type);
  const bits = integerAt(memory, size, false, address + offset) >> BigInt(bitField.shift);
  return String((signed ? BigInt.asIntN : BigInt.asUintN)(bitField.width, bits));
}

/** An array whose ultimate elements, counted through all dimensions, are at `addressOf`. */
function arrayText(memory: Memory, type: ArrayType, addressOf: (index: number) => number, first = 0): string {
  const length = typeof type.length === 'number' ? type.length : 0;
  const element = type.element.type;
  if (element.kind === 'integer' && element.name === 'char' && length > 0) {
    const text = charactersText(memory, length, (index) => addressOf(first + index));
    if (text !== undefined) return text;
  }
  const inner = elementCount(element) ?? 1;
  const shown = Array.from({ length: Math.min(length, MOST_ELEMENTS) }, (_, index) => {
    const at = first + index * inner;
    return element.kind === 'array'
      ? arrayText(memory, element, addressOf, at)
      : valueText(memory, element, addressOf(at));
  });
  const more = length - shown.length;
  return `{${shown.join(', ')}${more > 0 ? `, ... ${more} more` : ''}}`;
}

/** Text up to the first zero, if only zeros follow it. */
function charactersText({ view }: Memory, length: number, addressOf: (index: number) => number): string | undefined {
  const bytes = Array.from({ length: Math.min(length, MOST_CHARACTERS) }, (_, index) =>
    view.getUint8(addressOf(index)),
  );
  const end = bytes.indexOf(0);
  const text = end < 0 ? bytes : bytes.slice(0, end);
  if (end >= 0 && bytes.slice(end).some((byte) => byte !== 0)) return undefined;
  return `${stringText(text)}${end < 0 && length > bytes.length ? '...' : ''}`;
}
