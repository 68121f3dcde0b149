/**
 * Names of the emitted program: C's names where JavaScript allows them, `name_` where it does not.
 *
 * One idea: one set of names for the whole program, and for each function its locals' names, which avoid the
 * program's: so no name ever hides another that is used.
 */

/** Words of JavaScript and names that the emitted text uses itself. */
const RESERVED = new Set(
  `abstract any arguments as async await boolean break case catch class const constructor continue debugger declare
   default delete do else enum eval export extends false finally for from function get if implements import in
   infer instanceof interface is keyof let module namespace never new null number object of package private
   protected public readonly require return set static string super switch symbol this throw true try type typeof
   undefined unique unknown var void while with yield bigint
   NaN Infinity Math Number BigInt Array Object Atomics DataView globalThis exports __dirname __filename process
   env table sp fp entry program pgasc ProgramImage Environment Instance
   MYTHREAD THREADS SHIFT BASE ORIGIN STACK_LIMIT I8 U8 I16 U16 I32 I64 F32 F64 BYTES DOUBLE HALVES POWERS
   fence poll notify wait barrier copy fill loadI8 loadU8 loadI16 loadU16 loadI32 loadI64 loadF32 loadF64
   getStrictI8 getStrictU8 getStrictI16 getStrictU16 getStrictI32 getStrictI64 getStrictF32 getStrictF64
   putStrictI8 putStrictU8 putStrictI16 putStrictU16 putStrictI32 putStrictI64 putStrictF32 putStrictF64
   putBitsU8 putBitsU16 putBitsI32 putBitsI64
   getI8 getU8 getI16 getU16 getI32 getI64 getF32 getF64 putI8 putU8 putI16 putU16 putI32 putI64 putF32 putF64
   startGet endGetI8 endGetU8 endGetI16 endGetU16 endGetI32 endGetI64 endGetF32 endGetF64
   startPutI8 startPutU8 startPutI16 startPutU16 startPutI32 startPutI64 startPutF32 startPutF64 endPuts transfer
   storeI8 storeU8 storeI16 storeU16 storeI32 storeI64 storeF32 storeF64 putBits putWideBits check checkOwn aligned trapDivision trapStack trapCall landing
   rint roundToF32`
    .split(/\s+/)
    .filter(Boolean),
);

export class NameSpace {
  readonly #used: Set<string>;
  /** The number that the next name from a base tries first. */
  readonly #counts = new Map<string, number>();
  readonly #outer: NameSpace | undefined;

  constructor(outer?: NameSpace) {
    this.#outer = outer;
    this.#used = new Set();
  }

  /** A name of its own that resembles `wanted`. */
  claim(wanted: string): string {
    const base = legal(wanted);
    let name = base;
    let count = this.#counts.get(base) ?? 1;
    while (this.#taken(name)) name = `${base}_${count++}`;
    this.#counts.set(base, count);
    this.#used.add(name);
    return name;
  }

  #taken(name: string): boolean {
    const outer = this.#outer;
    return this.#used.has(name) || (outer ? outer.#taken(name) : false);
  }
}

/** An identifier that resembles the name: `i.2` becomes `i_2`, `delete` becomes `delete_`. */
function legal(name: string): string {
  const text = name.replace(/[^\w$]/g, '_').replace(/^_*(?=\d)/, '_');
  return RESERVED.has(text) || text === '' ? `${text}_` : text;
}
