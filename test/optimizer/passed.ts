/** One pass on the linked program as tests use it: IR text in, IR text and remarks out. */
import { parseModule } from '../../compiler/ir/parse.ts';
import { printFunction } from '../../compiler/ir/text.ts';
import { assertVerified } from '../../compiler/ir/verify.ts';
import { hiddenObjects } from '../../compiler/optimizer/analyses/objects.ts';
import { DIRECT } from '../../compiler/optimizer/communication/costs.ts';
import type { Pass } from '../../compiler/optimizer/passes.ts';
import type { PassContext } from '../../compiler/optimizer/remarks.ts';
import type { Remark } from '../../compiler/options.ts';

const HEAD = `module "m"
file "m.c"
import *g(i32) -> i32
import *sin(f64) -> f64
import *__pgasc_unreached()
static internal &s 8 8 type "int"
static internal &t 8 8 type "int"
static internal &array 800 8 type "double[100]"
static internal &table 400 4 type "int[100]"
static internal &given 8 8 type "int"
static internal &holder 4 4 type "int *" {
  address 0 given 0
}
static external @x 4096 8 type "shared int[]"
function external *f(%n i32 %p i32 %q i32 %d f64) {`;

export interface Setting extends Partial<PassContext> {
  /** Slots of the frame: "v 8 8". */
  readonly frame?: readonly string[];
}

/** The statements of f(n, p, q, d) after the pass, one line each, and what was remarked. */
export function passed(
  run: Pass['run'],
  locals: string,
  body: string,
  { frame = [], ...setting }: Setting = {},
): { lines: string[]; remarks: string[] } {
  const declared = locals.split(',').filter(Boolean);
  const slots = frame.map((slot) => `frame #${slot}`);
  const module = parseModule([HEAD, ...slots, ...declared.map((l) => `local %${l.trim()}`), `${body}\n}`].join('\n'));
  const remarks: Remark[] = [];
  const context: PassContext = {
    level: 2,
    communication: DIRECT,
    hidden: hiddenObjects(module.functions, module.statics),
    remark: (remark) => remarks.push(remark),
    imports: () => {},
    ...setting,
  };
  const functions = module.functions.map((f) => run(f, context));
  assertVerified({ ...module, functions }, 'the pass');
  const lines = printFunction(functions[0]!).split('\n').slice(1, -1);
  return {
    lines: lines.map((line) => line.replace(/ !\S+/g, '').trim()).filter((line) => !/^(local|frame) /.test(line)),
    remarks: remarks.map(({ at, done, pass, text: said }) => `${at.line}: ${done ? pass : `no ${pass}`}: ${said}`),
  };
}
