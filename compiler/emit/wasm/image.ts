/**
 * The program as out.js carries it: an object with the module as text, and the source map of the module, in which a
 * place is line 1 and the column is the offset in the bytes (the convention of WebAssembly's tools).
 */
import type { ProgramImage } from '../../../runtime/abi.ts';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { Beginning } from '../../link/beginnings.ts';
import type { LinkedProgram } from '../../link/link.ts';
import { objectsOf } from '../../link/place.ts';
import { base64 } from '../base64.ts';
import { beginningsIn, encodeMappings, type Segment } from '../sourcemap.ts';
import type { Mark } from './code.ts';
import { type EmittedModule, emitModule, type ModuleOptions } from './program.ts';

export interface ImageOptions extends ModuleOptions {
  /** -shared-heap=, bytes per thread. */
  readonly sharedHeap: number;
  /** The module has vector instructions. */
  readonly simd: boolean;
}

/** A script that defines `program`, and its source map. */
export function emitImage(
  linked: LinkedProgram,
  options: ImageOptions,
  bag: DiagnosticBag,
): { code: string; map: string } {
  const emitted = emitModule(linked, options, bag);
  return {
    code: `const program = ${JSON.stringify(imageOf(linked, emitted, options))};`,
    map: moduleMap(emitted.marks, linked.beginnings),
  };
}

function imageOf(linked: LinkedProgram, emitted: EmittedModule, options: ImageOptions): ProgramImage {
  const { threads, privateEnd, sharedEnd, debug, relocations } = linked;
  return {
    name: options.name,
    threads: threads ?? 0,
    privateEnd,
    sharedEnd,
    debug,
    sharedHeap: options.sharedHeap,
    ...(options.tellsPlaces && { places: emitted.places }),
    ...(options.traced && { traced: true as const }),
    ...(options.wide && { wide: true as const, largestBlock: linked.largestBlock }),
    ...(debug && { objects: objectsOf(linked) }),
    ...(linked.tellsUnfreed && { tellsUnfreed: true as const }),
    ...(linked.serial && { serial: true as const }),
    ...(linked.coarrays && { coarrays: true as const }),
    ...(linked.images && { images: true as const }),
    ...(linked.marks && { marks: true as const }),
    data: linked.data.map(({ offset, bytes, thread }) => ({
      offset,
      base64: base64(bytes),
      ...(thread !== undefined && { thread }),
    })),
    relocations,
    webassembly: { base64: base64(emitted.bytes), places: emitted.places, simd: options.simd },
  };
}

/** The source map of a module; of places that begin at one offset the last is the one that is there. */
export function moduleMap(marks: readonly Mark[], beginnings: readonly Beginning[]): string {
  const sources: string[] = [];
  const begun = marks.filter(({ offset }, index) => offset !== marks[index + 1]?.offset);
  const segments = begun.map(({ offset, at }): Segment => {
    if (!at) return [offset];
    let source = sources.indexOf(at.name);
    if (source < 0) source = sources.push(at.name) - 1;
    return [offset, source, at.line - 1, at.column - 1];
  });
  const mappings = encodeMappings([segments]);
  return JSON.stringify({ version: 3, sources, names: [], mappings, ...beginningsIn(sources, beginnings) });
}
