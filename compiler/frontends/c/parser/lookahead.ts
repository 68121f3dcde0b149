/**
 * Lookahead by one token, from FIRST sets that are computed once a rule.
 *
 * Chevrotain's own strategy walks the grammar anew for every choice and is made for any number of tokens; this
 * grammar needs one (its tests check that with Chevrotain's validations), and every start of the compiler pays for
 * the analysis.
 */
import {
  Alternation,
  type ILookaheadStrategy,
  type IProduction,
  NonTerminal,
  Option,
  Repetition,
  RepetitionMandatory,
  type Rule,
  Terminal,
} from 'chevrotain';

/** A part of the grammar that is made of parts. */
type Sequence = IProduction & { readonly definition: IProduction[] };

/** The terminals a production may begin with, by index, and whether it may be empty. */
interface First {
  readonly types: Set<number>;
  readonly empty: boolean;
}

/** The part of the parser that a lookahead function sees. */
interface Looking {
  LA_FAST(k: number): { readonly tokenTypeIdx: number };
}

export class OneTokenLookahead implements ILookaheadStrategy {
  private readonly firsts = new Map<Rule, First>();
  private readonly choices = new Map<Rule, Map<string, Sequence>>();

  validate(): [] {
    return [];
  }

  /** The alternative for each terminal; the first one where two begin alike. */
  buildLookaheadForAlternation({ rule, prodOccurrence }: { rule: Rule; prodOccurrence: number }) {
    const table: number[] = [];
    this.choice(rule, 'Alternation', prodOccurrence).definition.forEach((alternative, k) => {
      for (const type of this.first(alternative).types) table[type] ??= k;
    });
    return function (this: Looking): number | undefined {
      return table[this.LA_FAST(1).tokenTypeIdx];
    } as () => number | undefined;
  }

  /** Whether an optional or repeated part begins with a terminal. */
  buildLookaheadForOptional(options: { rule: Rule; prodOccurrence: number; prodType: string }) {
    const table: boolean[] = [];
    const part = this.choice(options.rule, options.prodType, options.prodOccurrence);
    for (const type of this.sequence(part.definition).types) table[type] = true;
    return function (this: Looking): boolean {
      return table[this.LA_FAST(1).tokenTypeIdx] === true;
    } as () => boolean;
  }

  /** The choice of this sort and number in a rule. */
  private choice(rule: Rule, sort: string, index: number): Sequence {
    let found = this.choices.get(rule);
    if (found === undefined) {
      found = new Map();
      collect(rule.definition, found);
      this.choices.set(rule, found);
    }
    return found.get(`${sort} ${index}`) as Sequence;
  }

  private sequence(parts: readonly IProduction[]): First {
    const types = new Set<number>();
    for (const part of parts) {
      const first = this.first(part);
      for (const type of first.types) types.add(type);
      if (!first.empty) return { types, empty: false };
    }
    return { types, empty: true };
  }

  private first(part: IProduction): First {
    if (part instanceof Terminal) return { types: new Set(matchesOf(part)), empty: false };
    if (part instanceof NonTerminal) return this.firstOfRule(part.referencedRule);
    if (part instanceof Alternation) return this.union(part);
    const { types, empty } = this.sequence((part as Sequence).definition);
    return { types, empty: empty || part instanceof Option || part instanceof Repetition };
  }

  private firstOfRule(rule: Rule): First {
    let first = this.firsts.get(rule);
    if (first === undefined) this.firsts.set(rule, (first = this.sequence(rule.definition)));
    return first;
  }

  private union({ definition }: Alternation): First {
    const firsts = definition.map((alternative) => this.first(alternative));
    return { types: new Set(firsts.flatMap(({ types }) => [...types])), empty: firsts.some(({ empty }) => empty) };
  }
}

/** A terminal and those that it is the category of. */
function matchesOf({ terminalType }: Terminal): number[] {
  return [terminalType.tokenTypeIdx as number, ...(terminalType.categoryMatches ?? [])];
}

/** Chevrotain's name for the sort of a choice; undefined for an alternative, which is none. */
function sortOf(part: IProduction): string | undefined {
  if (part instanceof Alternation) return 'Alternation';
  if (part instanceof Option) return 'Option';
  if (part instanceof Repetition) return 'Repetition';
  return part instanceof RepetitionMandatory ? 'RepetitionMandatory' : undefined;
}

function collect(parts: readonly IProduction[], into: Map<string, Sequence>): void {
  for (const part of parts) {
    if (part instanceof NonTerminal || part instanceof Terminal) continue;
    const { idx, definition } = part as Option;
    const sort = sortOf(part);
    if (sort !== undefined) into.set(`${sort} ${idx}`, part as Option);
    collect(definition, into);
  }
}
