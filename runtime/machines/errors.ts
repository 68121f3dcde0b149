/** A fault of a machine that was asked for, or of what is asked of it: file, key, value, and what to do. */
export class MachineError extends Error {}
