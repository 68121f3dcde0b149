/**
 * Lists of choices as text: the value of --schedule that replays a schedule which was explored.
 *
 * One idea: most choices are the usual one, so the text says how many of these come before each other one, and which that is: "2x12b3c"
 * is, of 2 threads, 12 usual choices, the second process, 3 usual ones, the third. 'y' in the place of 'x': relaxed accesses were reordered.
 */

const BEGINNINGS = { false: 'x', true: 'y' } as const;
/** Letters for choices: b to y; each z before one stands for as many more. */
const MOST = 24;

export function textOf({ threads, reorders, choices }: Choices): string {
  let text = `${threads}${BEGINNINGS[`${reorders}`]}`;
  let usual = 0;
  for (const choice of choices) {
    if (choice === 0) usual++;
    else {
      const letter = String.fromCharCode(98 + ((choice - 1) % MOST));
      text += `${usual || ''}${'z'.repeat(Math.floor((choice - 1) / MOST))}${letter}`;
      usual = 0;
    }
  }
  return text;
}

export interface Choices {
  readonly threads: number;
  readonly reorders: boolean;
  /** Indices among those that there were, where there was more than one. */
  readonly choices: readonly number[];
}

/** Undefined for what is no such text. */
export function choicesIn(text: string): Choices | undefined {
  const [, threads, kind, rest] = /^(\d+)([xy])((?:\d*z*[b-y])*)$/.exec(text) ?? [];
  if (rest === undefined) return undefined;
  const choices: number[] = [];
  for (const [, usual, more, letter] of rest.matchAll(/(\d*)(z*)([b-y])/g)) {
    for (let i = Number(usual); i > 0; i--) choices.push(0);
    choices.push(MOST * more!.length + letter!.charCodeAt(0) - 97);
  }
  return { threads: Number(threads), reorders: kind === BEGINNINGS.true, choices };
}
