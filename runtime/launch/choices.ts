/**
 * Lists of choices as text: the value of --schedule that replays a schedule which was explored.
 *
 * One idea: most choices are the usual one, so the text says how many of these come before each other one, and which that is: "x12b3c"
 * is 12 usual choices, the second process, 3 usual ones, the third. 'y' in the place of 'x': relaxed accesses were reordered.
 */

const BEGINNINGS = { false: 'x', true: 'y' } as const;
/** Letters for choices: b to y; each z before one stands for as many more. */
const MOST = 24;

/** `choices`: indices among those that there were, where there was more than one. */
export function textOf(choices: readonly number[], reorders: boolean): string {
  let text: string = BEGINNINGS[`${reorders}`];
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
  readonly reorders: boolean;
  readonly choices: readonly number[];
}

/** Undefined for what is no such text. */
export function choicesIn(text: string): Choices | undefined {
  if (!/^[xy](\d*z*[b-y])*$/.test(text)) return undefined;
  const choices: number[] = [];
  for (const [, usual, more, letter] of text.slice(1).matchAll(/(\d*)(z*)([b-y])/g)) {
    for (let i = Number(usual); i > 0; i--) choices.push(0);
    choices.push(MOST * more!.length + letter!.charCodeAt(0) - 97);
  }
  return { reorders: text[0] === BEGINNINGS.true, choices };
}
