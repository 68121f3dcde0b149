/**
 * The compiler as a library: text in, IR, code and diagnostics out. It reads files through a `FileHost` only and
 * knows no process, so that it runs wherever JavaScript does.
 */
export { DiagnosticBag, InternalError } from './diagnostics/diagnostic.ts';
export { report } from './diagnostics/render.ts';
export { linkOutput, toJavaScript, toTypeScript } from './emit/print.ts';
export { emitProgram } from './emit/program.ts';
export { preprocessUnit } from './frontends/c/frontend.ts';
export { type HeaderIndex, headerOf, indexHeaders } from './frontends/c/headers.ts';
export { parseModule } from './ir/parse.ts';
export { printModule } from './ir/text.ts';
export type { CompilerOptions, FileHost } from './options.ts';
export { compileUnit, linkUnits } from './pipeline.ts';
export { sourceFile } from './source/source.ts';
