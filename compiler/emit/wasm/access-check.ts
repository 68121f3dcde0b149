/**
 * -g: whether an access is right, in a few instructions of the module.
 *
 * A scalar in the thread's own region is compared with the end of what malloc has given: no part of a region begins or ends
 * within an aligned scalar, so that one comparison sees to all of them. Anything else goes to a function of the module
 * (access-function.ts), and what that does not let through to the environment's `check`, which tells the fault. So does what the
 * shadow of the heaps does not wholly allow (runtime/memory/shadow.ts).
 */
import { ENDS } from '../../../runtime/abi.ts';
import type { FunctionContext } from './context.ts';
import { keptGlobal, ownStatics } from './expressions.ts';

/** Accesses of a size that is a power of two up to this one are aligned to it, but for vectors and packed members. */
const LARGEST_SCALAR = 8;
/** No size up to this one leads beyond 32 bits from any offset in a region. */
const LARGEST_SIZE = 1 << 30;

/** Checks the address on the stack, of an access of `size` bytes, and leaves it there; `how`: PRIVATE_ACCESS and STORE_ACCESS. */
export function emitCheck(f: FunctionContext, size: number, how: number): void {
  if (size > LARGEST_SIZE) checkOutside(f, size, how);
  else if (size > LARGEST_SCALAR || !Number.isInteger(Math.log2(size))) checkInside(f, size, how);
  else checkScalar(f, size, how);
}

/** `if (rotr(address - STATICS, log2 size) >= end >> log2 size || shadow[address >> 3]) check`: what is not aligned is rotated to the top. */
function checkScalar(f: FunctionContext, size: number, how: number): void {
  const address = beyondHeap(f, size);
  const { code } = f;
  code.open('if', 'i32');
  f.within(undefined, () => {
    code.constant('i32', 1);
    code.op('else');
    shadowOf(f, address);
  });
  unlessRight(f, address, () => checkInside(f, size, how));
}

/** Where the value on the stack is not 0, the address is looked at once more; then it is left. */
function unlessRight(f: FunctionContext, address: number, check: () => void): void {
  const { code } = f;
  code.open('if');
  f.within(undefined, () => {
    code.indexed('local.get', address);
    check();
    code.op('drop');
  });
  code.indexed('local.get', address);
}

/** Leaves whether the address, which it keeps in the variable that is given back, is outside of the own region's memory in use. */
function beyondHeap(f: FunctionContext, size: number): number {
  const { code } = f;
  const address = f.temporary('i32');
  code.indexed('local.tee', address);
  ownStatics(f);
  code.op('i32.sub');
  rotate(f, 'i32.rotr', size);
  keptGlobal(f, 'BASE');
  code.memory('i32.load', 4, ENDS.heap);
  rotate(f, 'i32.shr_u', size);
  code.op('i32.ge_u');
  return address;
}

/** The byte of the shadow for an address of the own region: 0 where all may be accessed. */
function shadowOf(f: FunctionContext, address: number): void {
  const { code } = f;
  keptGlobal(f, 'SHADOW');
  code.indexed('local.get', address);
  code.constant('i32', 3);
  code.op('i32.shr_u');
  code.op('i32.add');
  code.memory('i32.load8_u', 1, 0);
}

function rotate({ code }: FunctionContext, by: 'i32.rotr' | 'i32.shr_u', size: number): void {
  if (size === 1) return;
  code.constant('i32', Math.log2(size));
  code.op(by);
}

function checkInside({ code, module }: FunctionContext, size: number, how: number): void {
  code.constant('i32', size);
  code.constant('i32', how);
  code.call(module.accessCheck());
}

function checkOutside({ code, module }: FunctionContext, size: number, how: number): void {
  code.constant('i32', size);
  code.constant('i32', how);
  code.call(module.operation('check', ['i32', 'i32', 'i32'], ['i32']));
}
