/**
 * Compiles a program's module, in the main thread, once for all threads; says what the host lacks for it.
 */
import type { ModuleImage } from '../abi.ts';
import { LaunchError } from '../errors.ts';
import type { Layout } from '../memory/layout.ts';
import { platform } from '../platform/linked.ts';
import { fixNumbers } from './numbers.ts';

interface Feature {
  readonly name: string;
  /** A module that uses it, without the header. */
  readonly sections: readonly number[];
  readonly mayBeUsed?: (image: ModuleImage) => boolean;
  /** What to do without it. */
  readonly instead: string;
}

const WITHOUT_O = 'compile the program without -O';
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** One function, without parameters or result: its type, itself, and its code. */
const functionOf = (...code: number[]): number[] => [
  ...[1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0],
  ...[10, code.length + 4, 1, code.length + 2, 0, ...code, 0x0b],
];

const FEATURES: readonly Feature[] = [
  { name: 'shared memory and atomic operations', sections: functionOf(0xfe, 3, 0), instead: WITHOUT_O },
  { name: 'exception handling', sections: functionOf(0x06, 0x40, 0x19, 0x0b), instead: WITHOUT_O },
  {
    name: 'vector instructions (SIMD)',
    sections: functionOf(0x41, 0, 0xfd, 15, 0x1a),
    mayBeUsed: ({ webassembly }) => webassembly.simd,
    instead: `${WITHOUT_O}, or with -mno-simd128`,
  },
];

/** Throws LaunchError where the host does not take the module, and says what it lacks. */
export function compileProgram(
  image: ModuleImage,
  { threads, shift }: Pick<Layout, 'threads' | 'shift'>,
): WebAssembly.Module {
  platform.engine.prepareForModule();
  const bytes = platform.decodeBase64(image.webassembly.base64);
  fixNumbers(bytes, { THREADS: threads, SHIFT: shift });
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    throw new LaunchError(refusal(image, (error as Error).message));
  }
}

/** Why: what is missing is looked for only now, as few modules use all that there is. */
function refusal(image: ModuleImage, reason: string): string {
  const missing = FEATURES.find(({ sections, mayBeUsed }) => mayBeUsed?.(image) !== false && !isThere(sections));
  return missing === undefined
    ? `${platform.host} does not take the WebAssembly module of ${image.name}: ${reason}; ${WITHOUT_O}`
    : `${image.name} is compiled to WebAssembly with ${missing.name}, which ${platform.host} lacks: ${missing.instead}`;
}

const isThere = (sections: readonly number[]): boolean =>
  WebAssembly.validate(new Uint8Array([...HEADER, ...sections]));
