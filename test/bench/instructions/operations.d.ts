export const REFILL: number;
export const BEGIN: number;
export const FIRST: number;
export const OPERATIONS: readonly { readonly key: string; readonly name: string }[];
export const FEW: number;
export const WINDOWS: number;
