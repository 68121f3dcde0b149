/**
 * The constant expressions of #if and #elif (C99 6.10.1, 6.6).
 *
 * Takes: the line's tokens. Gives: whether the value is not zero; false, with an error, where there is none.
 * One idea: arithmetic in intmax_t and uintmax_t, and what is not evaluated (`0 && 1/0`) is parsed but not judged.
 */
import { parseNumber } from '../lexer/number.ts';
import type { PPToken } from '../lexer/preprocessing-token.ts';
import { decodeCharacter, encodingOf, insideQuotes } from '../lexer/text-literal.ts';
import { apply, type Value } from './arithmetic.ts';
import { expandList } from './expander.ts';
import type { DirectiveLine } from './file-reader.ts';
import { conditionOperators } from './operators.ts';
import type { State } from './state.ts';

const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ['|', 3],
  ['^', 4],
  ['&', 5],
  ['==', 6],
  ['!=', 6],
  ['<', 7],
  ['>', 7],
  ['<=', 7],
  ['>=', 7],
  ['<<', 8],
  ['>>', 8],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['/', 10],
  ['%', 10],
]);

const ZERO: Value = { value: 0n, unsigned: false };
const MAX_SIGNED = (1n << 63n) - 1n;
const MAX_UNSIGNED = (1n << 64n) - 1n;

/** Parentheses, signs and conditionals within one another: deeper than this the stack may not hold. */
const DEPTH_LIMIT = 200;

/** Evaluates the expression of an #if or #elif. */
export function evaluateCondition(state: State, line: DirectiveLine): boolean {
  const name = line.name as PPToken;
  const tokens = expandList(state, line.rest, conditionOperators(state)).filter((token) => token.kind !== 'padding');
  if (tokens.length > 0) return new Condition(state, name, tokens).evaluate();
  state.bag.error('PP1030', `#${name.text} with no expression`, name);
  return false;
}

class Condition {
  private at = 0;
  private depth = 0;
  private failed = false;

  constructor(
    private readonly state: State,
    private readonly name: PPToken,
    private readonly tokens: readonly PPToken[],
  ) {}

  evaluate(): boolean {
    const result = this.expression(true);
    const rest = this.tokens[this.at];
    if (rest) this.fail(this.leftover(rest), rest);
    return !this.failed && result.value !== 0n;
  }

  /** conditional { "," conditional } */
  private expression(live: boolean): Value {
    let result = this.conditional(live);
    while (this.accept(',')) result = this.conditional(live);
    return result;
  }

  /** binary [ "?" expression ":" conditional ] */
  private conditional(live: boolean): Value {
    if (this.tooDeep()) return ZERO;
    const condition = this.binary(1, live);
    if (this.accept('?')) {
      const chosen = condition.value !== 0n;
      const yes = this.expression(live && chosen);
      this.expect(':');
      const no = this.conditional(live && !chosen);
      this.depth--;
      const unsigned = yes.unsigned || no.unsigned;
      const { value } = chosen ? yes : no;
      return { value: unsigned ? BigInt.asUintN(64, value) : value, unsigned };
    }
    this.depth--;
    return condition;
  }

  /** unary { operator binary }, by precedence */
  private binary(least: number, live: boolean): Value {
    let left = this.unary(live);
    for (;;) {
      const operator = this.tokens[this.at];
      const precedence = operator && PRECEDENCE.get(operator.text);
      if (precedence === undefined || precedence < least) return left;
      this.at++;
      left = this.operation(operator as PPToken, left, precedence, live);
    }
  }

  private operation(operator: PPToken, left: Value, precedence: number, live: boolean): Value {
    const truth = left.value !== 0n;
    if (operator.text === '&&') {
      const right = this.binary(precedence + 1, live && truth);
      return truthValue(truth && right.value !== 0n);
    }
    if (operator.text === '||') {
      const right = this.binary(precedence + 1, live && !truth);
      return truthValue(truth || right.value !== 0n);
    }
    const right = this.binary(precedence + 1, live);
    const result = apply(operator.text, left, right);
    if (live && result.problem === 'overflow') this.warnOverflow(operator);
    else if (live && result.problem) this.fail(`${result.problem} in #${this.name.text}`, operator, 'PP1031');
    return result;
  }

  /** ( "+" | "-" | "~" | "!" ) unary | primary */
  private unary(live: boolean): Value {
    const operator = this.tokens[this.at];
    if (!operator || !/^[-+~!]$/.test(operator.text)) return this.primary(live);
    if (this.tooDeep()) return ZERO;
    this.at++;
    const operand = this.unary(live);
    this.depth--;
    if (operator.text === '+') return operand;
    if (operator.text === '!') return truthValue(operand.value === 0n);
    if (operator.text === '~') return apply('^', operand, { value: -1n, unsigned: false });
    const result = apply('-', ZERO, operand);
    if (live && result.problem) this.warnOverflow(operator);
    return result;
  }

  private primary(live: boolean): Value {
    const token = this.tokens[this.at++];
    if (!token) return this.fail(`the expression of #${this.name.text} ends too early`, this.tokens.at(-1) as PPToken);
    if (token.text === '(') {
      const result = this.expression(live);
      this.expect(')');
      return result;
    }
    if (token.kind === 'number') return this.number(token);
    if (token.kind === 'character') return this.character(token);
    if (token.kind === 'identifier') return this.identifier(token, live);
    return this.fail(
      `${token.kind === 'string' ? token.text : `"${token.text}"`} cannot stand in the expression of #${this.name.text}`,
      token,
    );
  }

  private number(token: PPToken): Value {
    const number = parseNumber(token.text);
    if (number.kind === 'invalid') return this.fail(number.problem, token);
    if (number.kind === 'floating') return this.fail(`floating constant in #${this.name.text}`, token);
    const { value, unsigned, decimal, imaginary } = number.value;
    if (imaginary) return this.fail(`imaginary constant in #${this.name.text}`, token);
    if (value > MAX_UNSIGNED) return this.fail(`integer constant ${token.text} exceeds 64 bits`, token);
    if (value > MAX_SIGNED && decimal && !unsigned) {
      const text = `integer constant ${token.text} is so large that it is unsigned`;
      this.state.bag.warning('PP1032', 'overflow', text, token);
    }
    return { value, unsigned: unsigned || value > MAX_SIGNED };
  }

  private character(token: PPToken): Value {
    const { inside } = insideQuotes(token.text);
    const { value } = decodeCharacter(inside, encodingOf([token.text]), (severity, text) => {
      if (severity === 'error') this.fail(text, token);
      else this.state.bag.warning('PP1032', 'character-constants', text, token);
    });
    return { value: BigInt(value), unsigned: false };
  }

  /** A name that is no macro counts as 0; THREADS has its value where it is known (UPC 1.3, predefined identifiers). */
  private identifier(token: PPToken, live: boolean): Value {
    const { threads } = this.state.options;
    if (token.text !== 'THREADS') return this.functionLike(token) ?? ZERO;
    if (threads !== undefined) return { value: BigInt(threads), unsigned: false };
    if (!live) return ZERO;
    return this.fail('THREADS has no value yet in the dynamic THREADS environment: give -T=N', token, 'PP1033');
  }

  private functionLike(token: PPToken): Value | undefined {
    if (this.tokens[this.at]?.text !== '(') return undefined;
    return this.fail(`"${token.text}" is used like a macro with arguments but is not defined`, token);
  }

  private leftover(token: PPToken): string {
    if (token.text === ')') return `missing "(" in the expression of #${this.name.text}`;
    if (token.text === ':') return `":" without "?" in the expression of #${this.name.text}`;
    return `missing operator before "${token.text}" in the expression of #${this.name.text}`;
  }

  private accept(text: string): boolean {
    if (this.tokens[this.at]?.text !== text) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (this.accept(text)) return;
    const at = this.tokens[this.at] ?? (this.tokens.at(-1) as PPToken);
    this.fail(`missing "${text}" in the expression of #${this.name.text}`, at);
  }

  private tooDeep(): boolean {
    if (++this.depth <= DEPTH_LIMIT) return false;
    this.fail(`the expression of #${this.name.text} is nested more than ${DEPTH_LIMIT} deep`, this.name);
    return true;
  }

  private warnOverflow(operator: PPToken): void {
    const text = `integer overflow in the expression of #${this.name.text}`;
    this.state.bag.warning('PP1032', 'overflow', text, operator);
  }

  /** Reports the first thing that is wrong and ends the expression. */
  private fail(text: string, at: PPToken, code = 'PP1030'): Value {
    if (!this.failed) this.state.bag.error(code, text, at);
    this.failed = true;
    this.at = this.tokens.length;
    return ZERO;
  }
}

function truthValue(truth: boolean): Value {
  return { value: truth ? 1n : 0n, unsigned: false };
}
