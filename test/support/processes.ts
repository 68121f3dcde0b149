/** Processes of the system, as a test sees them. */
import { readFileSync } from 'node:fs';

export function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
}

/** Empty where the process has gone. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** All processes that it has started, and these; deepest last. */
export function descendantsOf(pid: number): number[] {
  const children = childrenOf(pid);
  return [...children, ...children.flatMap(descendantsOf)];
}

/** A process that nobody has waited for is gone as well. */
export function isAlive(pid: number): boolean {
  return /\) [^Z] /.test(read(`/proc/${pid}/stat`));
}

export function parentOf(pid: number): number {
  return Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1]);
}

/** Mebibytes of the system's memory that it has had at most. */
export function mostMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}
