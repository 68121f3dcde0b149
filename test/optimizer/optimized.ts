/** The optimizer as tests use it: IR text in, IR text and remarks out. */
import { parseModule } from '../../compiler/ir/parse.ts';
import { printFunction } from '../../compiler/ir/text.ts';
import { optimize } from '../../compiler/optimizer/passes.ts';
import type { Communication, Remark } from '../../compiler/options.ts';

export interface Setting {
  readonly threads?: number;
  /** -fNAME and -fno-NAME. */
  readonly passes?: Readonly<Record<string, boolean>>;
  readonly communication?: Communication;
}

const SHARED = ['x', 'y', 'z'].map((name) => `static external @${name} 4096 8 type "shared int[]"`).join('\n');
const IMPORTS = 'import *g(i32) -> i32\nimport &s type "int"';

/** The statements of f(n, m, p, q, r) after optimization, one line each, and what was remarked. */
export function optimized(
  locals: string,
  body: string,
  { threads, passes = {}, communication }: Setting = {},
): { lines: string[]; remarks: string[] } {
  const declared = locals.split(',').filter(Boolean);
  const text = [
    `module "m"${threads === undefined ? '' : ` threads ${threads}`}\nfile "m.upc"`,
    IMPORTS,
    SHARED,
    'function external *f(%n i32 %m i32 %p i32 %q i32 %r shared) -> i32 {',
    ...declared.map((local) => `local %${local.trim()}`),
    `${body}\n}`,
  ].join('\n');
  const remarks: Remark[] = [];
  const [f] = optimize(parseModule(text), {
    optimize: 1,
    passes: new Map(Object.entries(passes)),
    ...(communication && { communication }),
    remark: (remark) => remarks.push(remark),
  }).functions;
  const lines = printFunction(f!).split('\n').slice(1, -1);
  return {
    lines: lines.map((line) => line.replace(/ !\S+/g, '').trim()).filter((line) => !line.startsWith('local')),
    remarks: remarks.map(({ at, done, pass, text: said }) => `${at.line}: ${done ? pass : `no ${pass}`}: ${said}`),
  };
}
