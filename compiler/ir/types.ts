/** Types of values, of registers and of memory. */

export type ScalarType = 'i32' | 'i64' | 'f32' | 'f64';

/**
 * v128 is a vector of sixteen bytes: of the optimizer, for WebAssembly only, and never a parameter or result. `shared`
 * is the target of a pointer-to-shared: a thread and an offset in its memory. Pass `expand` replaces it by scalars.
 */
export type MachineType = ScalarType | 'v128' | 'shared';

/**
 * Representation of a value in memory; small ones are i32 when loaded, sign- or zero-extended. v64 and v32 are the low
 * bytes of a v128, the others zero when loaded. Vectors need no alignment. A pointer-to-shared has eight bytes:
 * `shared`, and, at offset 4, its `phase`, an i32, 0 if it has none. Each is accessed without the other, as bit-fields
 * are, wherever in the eight bytes it lies; a 'word' is an atomic access to both.
 */
export type MemoryType = ScalarMemory | 'v128' | 'v64' | 'v32' | 'shared' | 'phase';

export type ScalarMemory = 'i8' | 'u8' | 'i16' | 'u16' | ScalarType;
