/**
 * How large the parts of a module may be, so that the program's author is told at compile time and by the name of the function.
 *
 * Sources: "Implementation-defined limits" of the WebAssembly JavaScript interface (W3C), which V8, SpiderMonkey and
 * JavaScriptCore keep; where V8 (wasm-limits.h) is stricter, V8's. All were tried with Node 20, 22, 24 and 26, the number and one more;
 * nesting of blocks, the operand stack and lengths of names have no limit there.
 */
export const LIMITS = {
  /**
   * Bytes of a function's body, with its declarations of variables. Long before it, Node 20 and 22 take long to start the
   * program, as their optimizing compiler is quadratic: 0.7 s for 100 kB and 47 s for 1 MB under Node 20; Node 24 takes 0.2 s and 2 s.
   */
  functionBody: 7_654_321,
  /** Variables of a function, parameters included. */
  locals: 50_000,
  parameters: 1_000,
  results: 1_000,
  /** Targets of one br_table, without the default: V8's own. */
  branchTargets: 65_520,
  /** Functions that the module defines, and those that it imports: Node 20 and 22 refuse more, later ones take 1,000,000. */
  functions: 1_000_000,
  imports: 100_000,
  types: 1_000_000,
  globals: 1_000_000,
  /** Entries of the function table, the null pointer included. */
  table: 10_000_000,
  /** Bytes of the module: 1 GiB may be compiled, but its base64 text must be one string of JavaScript (2^29 - 24 characters). */
  module: 402_653_166,
} as const;
