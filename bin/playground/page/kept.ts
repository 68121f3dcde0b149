/** The program that the person worked on: it is there the next time. */
import { checked, type Program } from './program.ts';

const KEY = 'pgasc.program';

export function keep(program: Program): void {
  localStorage.setItem(KEY, JSON.stringify(program));
}

export function kept(): Program | undefined {
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return undefined;
  }
}
