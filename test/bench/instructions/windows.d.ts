export interface Place {
  readonly name: string;
  readonly line?: number;
  readonly column?: number;
}
export interface Window {
  readonly count: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
}
type Counted = readonly (readonly [Place, number])[];
export const SHARE: number;
export function modeOf<T>(values: readonly T[]): { readonly mode: T | undefined; readonly share: number };
export function agreeing<T extends { readonly count: string }>(name: string, windows: readonly T[]): T[];
export function windowsOf(trace: BigUint64Array, number: number): Window[];
export function figures(
  windows: readonly Window[],
  placeOf: (address: number) => Place | undefined,
): { readonly before: Counted; readonly after: Counted; readonly outside: number };
