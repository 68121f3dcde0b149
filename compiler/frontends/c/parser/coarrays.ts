/**
 * Coarrays: coshapes, coindices, sections of arrays, image control blocks (XcalableMP 1.4, 5; Fortran 2018, 9.6, 11.1).
 *
 * One idea: a ':' before '[' is a terminal of its own (`tokens.ts`), which no other construct of C has; so a coshape
 * or coindex begins with one token, and labels, cases, bit-fields and `?:` never see it.
 */
import type { ParserMethod } from 'chevrotain';
import type { Location } from '../../../source/source.ts';
import type { Compound, Coshape, Expression, Section, Selector, Statement } from '../ast/ast.ts';
import { Recovery } from './recovery.ts';
import { AnyParen, CoarrayColon, Name, t, UnspecifiedSize } from './terminals.ts';

type Rule<T> = ParserMethod<[], T>;
type Extent = Coshape['extents'][number];
type Bounds = Pick<Section, 'length' | 'step'>;
interface Cosubscript {
  readonly subscript: Expression;
  readonly selectors: readonly Selector[];
}

export abstract class CoarrayParser extends Recovery {
  abstract readonly assignment: Rule<Expression>;
  abstract readonly compound: Rule<Compound>;

  // ---------------------------------------------------------------- declarations

  // coshape: ':' ('[' (assignment | '*')? ']')+                                  XcalableMP 5.1
  readonly coshape: Rule<Coshape> = this.rule('coshape', () => {
    const { location } = this.take(CoarrayColon);
    const extents: Extent[] = [];
    this.AT_LEAST_ONE(() => extents.push(this.SUBRULE(this.coextent)));
    return { kind: 'Coshape', id: this.id(), location, extents };
  });

  readonly coextent: Rule<Extent> = this.rule('coextent', () => {
    const open = this.take(t('['));
    const extent = this.OPTION(() =>
      this.OR<Extent>([{ ALT: () => this.star() }, { ALT: () => this.SUBRULE(this.assignment) }]),
    );
    this.close(open, t(']'));
    return extent;
  });

  private star(): '*' {
    this.take(UnspecifiedSize);
    return '*';
  }

  // ---------------------------------------------------------------- references

  // coindex: ':' cosubscript+                                                    XcalableMP 5.2
  readonly coindex: ParserMethod<[Expression], Expression> = this.rule('coindex', (object: Expression) => {
    const { location } = this.take(CoarrayColon);
    const subscripts: Expression[] = [];
    const selectors: Selector[] = [];
    this.AT_LEAST_ONE(() => {
      const next = this.SUBRULE(this.cosubscript);
      this.ACTION(() => {
        this.checkLast(selectors);
        subscripts.push(next.subscript);
        selectors.push(...next.selectors);
      });
    });
    return { kind: 'Coindex', id: this.id(), location, object, subscripts, selectors };
  });

  // cosubscript: '[' assignment (',' name '=' assignment)* ']'                   Fortran 2018, R924 to R926
  readonly cosubscript: Rule<Cosubscript> = this.rule('cosubscript', () => {
    const open = this.take(t('['));
    const subscript = this.OR({
      DEF: [{ ALT: () => this.missingImage() }, { ALT: () => this.SUBRULE(this.assignment) }],
      ERR_MSG: 'image index',
    });
    const selectors: Selector[] = [];
    this.MANY(() => {
      this.take(t(','));
      const { text, location } = this.take(Name);
      this.take(t('='));
      selectors.push({ name: text, value: this.SUBRULE1(this.assignment), location });
    });
    this.close(open, t(']'), 0, "',' or ']'");
    return { subscript, selectors };
  });

  private missingImage(): Expression {
    const { location } = this.take(UnspecifiedSize);
    const text = "':[*]' belongs to a declaration: a reference says which image, as in 'a:[k]' (XcalableMP 1.4, 5.2)";
    this.ACTION(() => this.report('COA6001', text, location));
    return this.zero(location);
  }

  private zero(location: Location): Expression {
    return {
      kind: 'IntegerLiteral',
      id: this.id(),
      location,
      value: 0n,
      decimal: true,
      unsigned: false,
      long: 0,
      imaginary: false,
    };
  }

  private checkLast(selectors: readonly Selector[]): void {
    const [first] = selectors;
    const text = `'${first?.name} =' must stand in the last bracket of the coindex (Fortran 2018, 9.6)`;
    if (first) this.report('COA6002', text, first.location);
  }

  // section-bounds: ':' assignment? (':' assignment?)?                           XcalableMP 5.2.2
  readonly sectionBounds: Rule<Bounds> = this.rule('sectionBounds', () => {
    this.take(t(':'));
    const length = this.OPTION(() => this.SUBRULE(this.assignment));
    const step = this.OPTION1(() => {
      this.take(t(':'), 1);
      return this.OPTION2(() => this.SUBRULE1(this.assignment));
    });
    return { ...(length && { length }), ...(step && { step }) };
  });

  // ---------------------------------------------------------------- image control blocks

  // critical: '__critical' ('(' assignment ')')? compound                        Fortran 2018, R1116
  readonly critical: Rule<Statement> = this.rule('critical', () => {
    const { location } = this.take(t('__critical'));
    const stat = this.OPTION(() => {
      const open = this.take(AnyParen);
      const value = this.SUBRULE(this.assignment);
      this.close(open, t(')'));
      return value;
    });
    const body = this.SUBRULE(this.compound);
    return { kind: 'Critical', id: this.id(), location, ...(stat && { stat }), body };
  });

  // change-team: '__change_team' '(' assignment (',' assignment)? ')' compound   Fortran 2018, R1111
  readonly changeTeam: Rule<Statement> = this.rule('changeTeam', () => {
    const { location } = this.take(t('__change_team'));
    const open = this.take(AnyParen);
    const team = this.SUBRULE(this.assignment);
    const stat = this.OPTION(() => {
      this.take(t(','));
      return this.SUBRULE1(this.assignment);
    });
    this.close(open, t(')'), 0, "',' or ')'");
    const body = this.SUBRULE(this.compound);
    return { kind: 'ChangeTeam', id: this.id(), location, team, ...(stat && { stat }), body };
  });
}
