/**
 * What CMake reads in a program without running it: strings `INFO:NAME[VALUE]` among its constants, by which FindMPI, CheckTypeSize and the like
 * learn what the compiler knows. A program of pgasc has its constants as base64 text, so these stand once more in comments at its end.
 */
import type { LinkedProgram } from '../compiler/link/link.ts';

const MARKER = /INFO:[A-Za-z0-9_-]+\[[ -\\^-~]*\]/g;

export function markersOf({ data }: Pick<LinkedProgram, 'data'>): string {
  const texts = data.map(({ bytes }) => Buffer.from(bytes).toString('latin1'));
  const markers = texts.flatMap((text) => text.match(MARKER) ?? []);
  return markers.map((marker) => `// ${marker}\n`).join('');
}
