/** The program that is worked on: it is there the next time. */
import { checked, type Program } from '../../shown/program.ts';

const KEY = 'pgasc.program';

export interface Kept {
  readonly program: Program;
  /** The person has changed it by hand. */
  readonly isOwn: boolean;
}

export function keep({ program, isOwn }: Kept): void {
  localStorage.setItem(KEY, JSON.stringify({ ...program, isOwn }));
}

/** What was kept without being said whose it is may be the person's. */
export function kept(): Kept | undefined {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const program = checked(value);
    return program && { program, isOwn: value.isOwn !== false };
  } catch {
    return undefined;
  }
}
