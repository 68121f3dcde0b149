/** The types of C's numbers that random programs have. */

export interface Type {
  readonly name: string;
  readonly short: string;
  readonly bytes: number;
  readonly signed: boolean;
  readonly float: boolean;
  /** Constants, among them those at which something changes. */
  readonly constants: readonly string[];
}

const integer = (bits: number, signed: boolean, constants: readonly string[]): Type => ({
  name: `${signed ? '' : 'u'}int${bits}_t`,
  short: `${signed ? 'i' : 'u'}${bits}`,
  bytes: bits / 8,
  signed,
  float: false,
  constants: ['0', '1', '2', '3', '10', '100', ...(signed ? ['-1', '-7'] : []), ...constants],
});

const float = (name: string, bytes: number, constants: readonly string[]): Type => ({
  ...{ name, short: `f${8 * bytes}`, bytes, signed: true, float: true, constants },
});

/** Types of loop counters. */
export const COUNTERS: readonly Type[] = [
  integer(8, true, ['127', '-128']),
  integer(8, false, ['127', '128', '255']),
  integer(16, true, ['255', '32767', '-32768']),
  integer(16, false, ['256', '65535']),
  integer(32, true, ['65536', '2147483647', '(-2147483647 - 1)']),
  integer(32, false, ['65535u', '2147483648u', '4294967295u']),
  integer(64, true, ['4294967296ll', '9223372036854775807ll', '(-9223372036854775807ll - 1)']),
  integer(64, false, ['4294967295ull', '18446744073709551615ull']),
];

export const FLOATS: readonly Type[] = [
  float('float', 4, ['0.0f', '1.0f', '-1.0f', '0.5f', '9.25f', '-3.75f', '16777216.0f', '1e10f']),
  float('double', 8, ['0.0', '1.0', '-1.0', '0.25', '9.25', '-0.1', '1e-9', '4294967295.5', '1e300']),
];

export const NUMBERS: readonly Type[] = [...COUNTERS, ...FLOATS];

export const typeOf = (name: string): Type => NUMBERS.find((type) => type.name === name) as Type;
