/** Timeouts of a sender in milliseconds, decoded from ibv_qp_attr. */

/** As rnr_retry: retry without limit. */
export const FOREVER = 7;

/** Codes of min_rnr_timer (InfiniBand Architecture 1, 9.7.5.2.8). */
const RNR = [
  655.36, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.16, 0.24, 0.32, 0.48, 0.64, 0.96, 1.28, 1.92, 2.56, 3.84, 5.12,
  7.68, 10.24, 15.36, 20.48, 30.72, 40.96, 61.44, 81.92, 122.88, 163.84, 245.76, 327.68, 491.52,
];

export function rnrTimeout(code: number): number {
  return RNR[code & 31]!;
}

/** 4.096 us times two to the code; 0 is no timeout. */
export function answerTimeout(code: number): number {
  return code === 0 ? Number.POSITIVE_INFINITY : 0.004096 * 2 ** code;
}
