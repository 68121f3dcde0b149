/** What is wrong with a machine that was asked for, or with what is asked of it: file, key, value, and what to do. */
export class MachineError extends Error {}
