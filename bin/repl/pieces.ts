/**
 * Lines to inputs.
 *
 * One idea: lines are gathered until they are a whole input (completeness.ts). Where the next line is known already, it
 * may continue with `else`, and an empty line between is part of the text.
 */
import { isComplete, isEmpty } from './completeness.ts';

export class Gathering {
  private lines: string[] = [];

  constructor(private readonly isType: (name: string) => boolean) {}

  /** Is there a part of an input? */
  get begun(): boolean {
    return this.lines.length > 0;
  }

  /** Adds a line; gives the input once it is whole. `next` is the line behind it, where that is known. */
  add(line: string, next?: string): string | undefined {
    if (!this.begun && line.trimStart().startsWith(':')) return line.trim();
    this.lines.push(line);
    const text = this.lines.join('\n');
    const goesOn = next !== undefined && /^\s*else\b/.test(next);
    if (goesOn || !isComplete(text, this.isType)) return undefined;
    this.lines = [];
    return isEmpty(text) ? undefined : text;
  }

  /** Forgets what there is, and gives it. */
  abandon(): string {
    const text = this.lines.join('\n');
    this.lines = [];
    return text;
  }
}
