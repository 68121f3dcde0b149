/** Passes on the linked program as tests use them: functions as IR text in, IR text after a pass and remarks out. */
import { parseModule } from '../../compiler/ir/parse.ts';
import { optimizeProgram } from '../../compiler/optimizer/program.ts';
import type { CompilerOptions } from '../../compiler/options.ts';

export interface Linked {
  /** The program's text after the pass, one line a statement, without places. */
  readonly lines: string[];
  readonly remarks: string[];
}

/** The program of these functions, which starts with *main, after the pass; 'table' are functions with an address. */
export function programAfter(
  pass: string,
  functions: string,
  { table = [], ...options }: Partial<CompilerOptions> & { readonly table?: readonly string[] } = {},
): Linked {
  const module = parseModule(`module "m"\nfile "m.c"\n${functions}`);
  const linked = { ...module, entry: 'main', table, libraryNames: module.functionImports.map(({ name }) => name) };
  const remarks: string[] = [];
  let text = '';
  optimizeProgram(linked, {
    optimize: 2,
    ...options,
    dump: (name, print) => {
      if (name === pass) text = print();
    },
    remark: (r) => {
      if (r.pass === pass) remarks.push(`${r.function}:${r.at.line}: ${r.text}`);
    },
  });
  return { lines: linesOf(text), remarks };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/ !\S+/g, '').trim());
  return lines.filter((line) => line !== '' && !/^(module|file|import|static|local|prototype) ?/.test(line));
}
