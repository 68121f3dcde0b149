/**
 * How large the parts of a module may be, and the errors about those that are larger, with the function's place.
 *
 * Sources: "Implementation-defined limits" of the WebAssembly JavaScript interface (W3C), which V8, SpiderMonkey and
 * JavaScriptCore keep; where V8 (wasm-limits.h) is stricter, V8's. All were tried with Node 20, 22, 24 and 26, the number and one more;
 * nesting of blocks, the operand stack and lengths of names have no limit there. No program comes near those of imports,
 * global variables and results.
 */
import type { DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { Function as Definition } from '../../ir/ir.ts';
import { locationOf } from '../../link/location.ts';

export const LIMITS = {
  /**
   * Bytes of a function's body, with its declarations of variables. Long before it, Node 20 and 22 take long to start the
   * program, as their optimizing compiler is quadratic: 0.7 s for 100 kB and 47 s for 1 MB under Node 20; Node 24 takes 0.2 s and 2 s.
   */
  functionBody: 7_654_321,
  /** Variables of a function, parameters included. */
  locals: 50_000,
  parameters: 1_000,
  /** Targets of one br_table, without the default: V8's own. */
  branchTargets: 65_520,
  /** Functions that the module defines: Node 20 and 22 refuse more, later ones take 1,000,000 and those imported. */
  functions: 1_000_000,
  types: 1_000_000,
  /** Entries of the function table, the null pointer included. */
  table: 10_000_000,
  /** Bytes of the module: 1 GiB may be compiled, but its base64 text must be one string of JavaScript (2^29 - 24 characters). */
  module: 402_653_166,
} as const;

/** Bytes of a body above which the program's author is warned of a slow start. */
export const SLOW_FUNCTION_BODY = 250_000;

const FUNCTION_WORDS = { functionBody: 'bytes of code', locals: 'variables', parameters: 'parameters' } as const;
const MODULE_WORDS = {
  functions: 'functions',
  types: 'types of functions',
  table: 'functions whose address is taken',
  module: 'bytes of code',
} as const;

/** What there is of each kind in a function. */
export type FunctionSizes = Readonly<Record<keyof typeof FUNCTION_WORDS, number>>;
export type ModuleSizes = Readonly<Record<keyof typeof MODULE_WORDS, number>>;

const OTHERWISE = 'or compile without -O, or with -target=ts, to TypeScript';

/** Reports what of a function is beyond the limits, or so large that the program starts slowly. */
export function checkFunction({ name, at }: Definition, sizes: FunctionSizes, bag: DiagnosticBag): void {
  for (const [kind, words] of Object.entries(FUNCTION_WORDS) as [keyof FunctionSizes, string][]) {
    if (sizes[kind] <= LIMITS[kind]) continue;
    const text = `function '${name}' has ${sizes[kind]} ${words} in WebAssembly, which allows ${LIMITS[kind]}`;
    bag.error('LNK4010', text, locationOf(at), [{ text: `make several functions of it, ${OTHERWISE}` }]);
  }
  if (sizes.functionBody <= SLOW_FUNCTION_BODY || sizes.functionBody > LIMITS.functionBody) return;
  const text = `function '${name}' has ${sizes.functionBody} bytes of code in WebAssembly; Node before 24 takes long to start a program with more than ${SLOW_FUNCTION_BODY} in one function`;
  bag.warning('LNK4110', 'large-function', text, locationOf(at), [
    { text: `make several functions of it, ${OTHERWISE}` },
  ]);
}

/** Reports what of the whole program is beyond the limits. */
export function checkModule(sizes: ModuleSizes, bag: DiagnosticBag): void {
  for (const [kind, words] of Object.entries(MODULE_WORDS) as [keyof ModuleSizes, string][]) {
    if (sizes[kind] <= LIMITS[kind]) continue;
    const text = `the program has ${sizes[kind]} ${words} in WebAssembly, which allows ${LIMITS[kind]}`;
    bag.error('LNK4011', text, undefined, [{ text: `make it smaller, ${OTHERWISE}` }]);
  }
}
