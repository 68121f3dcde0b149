/** The largest packet, or the operands of a call: what the stage (stage.ts) holds. */
export const STAGE_BYTES = 4096 + 128;
