/**
 * The tokens of one open file, with directives carried out as they are met.
 *
 * One idea: whoever pulls tokens never sees a directive, nor what a conditional leaves out. Skipping jumps from
 * directive to directive and looks at nothing between.
 */
import type { PPToken } from '../lexer/preprocessing-token.ts';
import { directiveName, type ScannedFile } from '../lexer/scanner.ts';
import type { Conditional } from './conditionals.ts';
import type { TokenSource } from './expander.ts';
import type { State } from './state.ts';

/** A directive: what stands on its line after the `#`. `name` is undefined for the null directive. */
export interface DirectiveLine {
  readonly hash: PPToken;
  readonly name: PPToken | undefined;
  readonly rest: readonly PPToken[];
  /** The first token after the line. */
  readonly following: PPToken;
}

export class FileReader implements TokenSource {
  readonly conditionals: Conditional[] = [];
  private at = 0;
  /** Index in `scanned.directives` of the next directive. */
  private directive = 0;

  constructor(
    private readonly state: State,
    readonly scanned: ScannedFile,
    /** Index of the include directory in which the file was found; -1 for none. */
    readonly directory: number,
    private readonly execute: (state: State, line: DirectiveLine) => void,
  ) {}

  next(): PPToken {
    const { tokens } = this.scanned;
    for (;;) {
      const token = tokens[this.at] as PPToken;
      if (token.kind === 'end' || this.state.halted) return tokens[tokens.length - 1] as PPToken;
      if (token.kind !== 'directive') {
        this.at++;
        return token;
      }
      this.execute(this.state, this.line());
    }
  }

  peek(): PPToken {
    const { tokens } = this.scanned;
    while ((tokens[this.at] as PPToken).kind === 'directive' && !this.makesTokens() && !this.state.halted) {
      this.execute(this.state, this.line());
    }
    return tokens[this.at] as PPToken;
  }

  /** Moves to the `#elif`, `#else` or `#endif` of the conditional that was just opened, or to the end. */
  skipGroup(): void {
    const { tokens, directives } = this.scanned;
    for (let depth = 0; this.directive < directives.length; this.directive++) {
      this.at = directives[this.directive] as number;
      const name = directiveName(tokens, this.at);
      if (name === 'if' || name === 'ifdef' || name === 'ifndef') depth++;
      else if (depth === 0 && (name === 'elif' || name === 'else' || name === 'endif')) return;
      else if (name === 'endif') depth--;
    }
    this.at = tokens.length - 1;
  }

  /** Whether the directive here puts tokens in the place where it stands. */
  private makesTokens(): boolean {
    const name = directiveName(this.scanned.tokens, this.at);
    return name === 'pragma' || name.startsWith('include') || name === 'import';
  }

  /** Passes the directive here. */
  private line(): DirectiveLine {
    const { tokens } = this.scanned;
    const start = this.at;
    let end = start + 1;
    while (!(tokens[end] as PPToken).lineStart) end++;
    this.at = end;
    this.directive++;
    const name = end > start + 1 ? (tokens[start + 1] as PPToken) : undefined;
    const rest = tokens.slice(start + 2, end);
    return { hash: tokens[start] as PPToken, name, rest, following: tokens[end] as PPToken };
  }
}
