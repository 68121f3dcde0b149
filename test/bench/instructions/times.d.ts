export const ROUND: number;
export const TIMES: readonly number[];
export const REHEARSALS: number;
