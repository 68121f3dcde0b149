/**
 * Parts of a pointer-to-shared (UPC 1.3, 7.2.3), and Berkeley's functions to construct, move, cast and print one.
 */
import { ERRNO, type NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badThread, inHex } from '../errors.ts';
import { addressOf, isInMemory, offsetOf, partsOf, rankOf } from '../memory/space.ts';

const EINVAL = 22;
const BUPC_DUMP_MIN_LENGTH = 100;

export function pointers(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  return { ...parts(environment), ...making(environment), ...printing(environment) };
}

function parts(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;

  function upc_threadof(address: number, _phase: number): number {
    return partsOf(environment, address)[0];
  }
  function upc_phaseof(_address: number, phase: number): number {
    return phase;
  }
  function upc_addrfield(address: number, _phase: number): number {
    return offsetOf(environment, address);
  }
  function upc_resetphase(address: number, _phase: number): number {
    runtime.second(0);
    return address;
  }

  /** Bytes of shared [nbytes] char[total] with affinity to `thread`. */
  function upc_affinitysize(total: number, nbytes: number, thread: number): number {
    const { THREADS } = environment;
    total >>>= 0;
    nbytes >>>= 0;
    thread >>>= 0;
    if (thread >= THREADS) runtime.job.fail(badThread('upc_affinitysize', thread, THREADS));
    if (nbytes === 0) return thread === 0 ? total | 0 : 0;
    const blocks = Math.floor(total / nbytes);
    const whole = Math.floor(blocks / THREADS) + (thread < blocks % THREADS ? 1 : 0);
    return (whole * nbytes + (thread === blocks % THREADS ? total % nbytes : 0)) | 0;
  }

  return { upc_threadof, upc_phaseof, upc_addrfield, upc_resetphase, upc_affinitysize };
}

function making(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;

  /** The pointer-to-shared to this thread's private address `pointer`, moved to `thread`. */
  function bupc_local_to_shared(pointer: number, thread: number, phase: number): number {
    const { THREADS } = environment;
    if (thread >>> 0 >= THREADS) runtime.job.fail(badThread('bupc_local_to_shared', thread, THREADS));
    runtime.second(phase);
    return pointer === 0 ? 0 : addressOf(environment, thread, offsetOf(environment, pointer));
  }

  /** `shared [block] T *q = p; q += increment` with a block size known at run time. */
  function bupc_ptradd(address: number, phase: number, block: number, size: number, increment: number): number {
    const { THREADS } = environment;
    if (block === 0) {
      runtime.second(0);
      const moved = address + size * increment;
      return isInMemory(environment, address) ? moved | 0 : moved;
    }
    const position = phase + increment;
    const newPhase = modulo(position, block);
    const thread = rankOf(environment, address) + Math.floor(position / block);
    const rows = Math.floor(thread / THREADS);
    runtime.second(newPhase);
    const offset = offsetOf(environment, address) + size * (newPhase - phase + block * rows);
    return addressOf(environment, modulo(thread, THREADS), offset);
  }

  return { bupc_local_to_shared, bupc_ptradd };
}

function printing(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  /** Writes the parts as text; -1 and EINVAL if the buffer is too small. */
  function bupc_dump_shared(address: number, phase: number, buffer: number, length: number): number {
    const { U8, I32, BASE } = environment;
    if (length < BUPC_DUMP_MIN_LENGTH) {
      I32[(BASE + ERRNO) >>> 2] = EINVAL;
      return -1;
    }
    const [thread, offset] = partsOf(environment, address);
    const text = `<shared ptr> (addr=${inHex(offset)} thread=${thread} phase=${phase})\0`;
    U8.set(new TextEncoder().encode(text), buffer >>> 0);
    return 0;
  }
  return { bupc_dump_shared };
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
