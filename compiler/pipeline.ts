/**
 * The way of a program; this file reads as a table of contents.
 *
 *     text -> frontend -> IR -> optimizer -> link -> optimizer -> emit
 *
 * A frontend takes a source file and gives a module of IR, or reports errors; its own phases stand in its frontend.ts.
 * All after it is the same for every language.
 */
import { type DiagnosticBag, InternalError } from './diagnostics/diagnostic.ts';
import { lowerUnit } from './frontends/c/frontend.ts';
import type { Module } from './ir/ir.ts';
import { printModule } from './ir/text.ts';
import { verify } from './ir/verify.ts';
import { type Available, type LinkedProgram, link } from './link/link.ts';
import { optimize } from './optimizer/passes.ts';
import { optimizeProgram } from './optimizer/program.ts';
import type { CompilerOptions, FileHost } from './options.ts';
import type { SourceFile } from './source/source.ts';

/** Text to IR; undefined where there were errors. */
export function compileUnit(
  file: SourceFile,
  options: CompilerOptions,
  host: FileHost,
  bag: DiagnosticBag,
): Module | undefined {
  const lowered = lowerUnit(file, options, host, bag);
  if (!lowered) return undefined;
  const module = verified(lowered, 'lowering', options);
  options.progress?.('optimizing', file.name);
  return optimize(module, options);
}

/** IR modules to one program; undefined where there were errors. */
export function linkUnits(
  modules: Module[],
  available: Available,
  options: CompilerOptions,
  bag: DiagnosticBag,
): LinkedProgram | undefined {
  const program = link(modules, available, options, bag);
  return bag.hasErrors ? undefined : optimizeProgram(program, options);
}

/** With --verify each step is; else the optimizer verifies what it gives. */
function verified(module: Module, pass: string, options: CompilerOptions): Module {
  const problems = options.verifiesPasses === false ? [] : verify(module);
  if (problems.length > 0) throw new InternalError(`after ${pass}: ${problems.slice(0, 5).join('; ')}`);
  options.dump?.(pass, () => printModule(module));
  return module;
}
