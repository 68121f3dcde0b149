/** Names and descriptions of the tool interface's variables, and how the program gets such texts (MPI 3.1, 14.3.3). */
import type { State } from './state.ts';

export interface Named {
  readonly name: string;
  readonly description: string;
}

export const named = (name: string, description: string): Named => ({ name, description });

/** A text into a buffer whose length the program gives: as much as fits. The length becomes that of the whole, with its end. */
export function giveName(state: State, call: string, at: number, lengthAt: number, text: string): void {
  if (lengthAt === 0) return;
  const room = state.word(call, 'the length', lengthAt);
  if (at !== 0 && room > 0) state.giveString(call, 'the text', at, text.slice(0, room - 1));
  state.give(call, 'the length', lengthAt, text.length + 1);
}
