/** The compiler beside this file in dist: for Node.js, and for pages. */
import type { Compile } from './settings.ts';

export async function compileFor(node: boolean): Promise<Compile> {
  const file = node ? './pgasc.mjs' : './page/compile.mjs';
  return ((await import(file)) as { compile: Compile }).compile;
}
