/** Units of parameters: each dimension has names and how many of its base unit (ps, B, B/s, flop/s, Hz) they are. */

/** Factors by name. */
export type Units = Readonly<Record<string, number>>;

export const TIMES: Units = { ps: 1, ns: 1e3, us: 1e6, ms: 1e9, s: 1e12 };
export const SIZES: Units = {
  B: 1,
  ...{ kB: 1e3, MB: 1e6, GB: 1e9 },
  ...{ KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 },
};
export const RATES: Units = perSecond(SIZES);
export const FLOPS: Units = perSecond({ flop: 1, kflop: 1e3, Mflop: 1e6, Gflop: 1e9, Tflop: 1e12 });
export const FREQUENCIES: Units = { Hz: 1, kHz: 1e3, MHz: 1e6, GHz: 1e9 };

function perSecond(units: Units): Units {
  return Object.fromEntries(Object.entries(units).map(([name, factor]) => [`${name}/s`, factor]));
}

/** A number and its unit, as people write them together: 2us, 1.8 GB/s; the unit may be empty. */
export function splitQuantity(text: string): { number: number; unit: string } | undefined {
  const found = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(\S*)\s*$/i.exec(text);
  return found ? { number: Number(found[1]), unit: found[2]!.replace('µ', 'u') } : undefined;
}

/** In the largest unit in which it is whole and short, else in the largest decimal one: 32 KiB, 1.775 GB/s. */
export function inUnitsOf(units: Units, value: number): string {
  const fitting = Object.entries(units).filter(([, factor]) => value >= factor);
  const isShort = (factor: number) => value % factor === 0 && value / factor < 1000;
  const decimal = fitting.filter(([name]) => !name.includes('i'));
  const [name, factor] = fitting.findLast(([, each]) => isShort(each)) ?? decimal.at(-1) ?? Object.entries(units)[0]!;
  return `${Number((value / factor).toPrecision(6))} ${name}`;
}
