/**
 * Restructuring of goto.
 *
 * Takes: a function's statements with `mark` and `jump` among them. Gives: IR without them. The idea: a jump forward
 * out of nested statements leaves a block that ends at the mark, a jump backward continues a loop that begins at it;
 * where such blocks and loops would cross, or a jump goes into a statement, the smallest list that holds all of it
 * becomes a state machine (see machine.ts).
 */
import type { Statement } from '../../../../ir/ir.ts';
import { mapBlocksOf, mapStatements, visitStatements } from '../../../../ir/walk.ts';
import type { FunctionLowering } from '../function.ts';
import { asJump, asMark } from './jumps.ts';
import { toMachine } from './machine.ts';

type Block = readonly Statement[];

/** The statements with no mark or jump left. */
export function restructure(f: FunctionLowering, body: Block): Block {
  const jumps = countJumps(body);
  const sites = new Set(f.landing?.marks ?? []);
  const needed = withoutMarks(body, (label) => !jumps.has(label) && !sites.has(label));
  if (jumps.size === 0 && !f.landing) return needed;
  const resolved = resolve(f, needed, jumps);
  return f.landing ? toMachine(f, resolved, sites, f.landing) : resolved;
}

/** How many jumps there are to each label. */
function countJumps(body: Block): Map<string, number> {
  const counts = new Map<string, number>();
  visitStatements(body, (statement) => {
    const jump = asJump(statement);
    if (jump) counts.set(jump.label, (counts.get(jump.label) ?? 0) + 1);
  });
  return counts;
}

function withoutMarks(body: Block, unneeded: (label: string) => boolean): Block {
  return mapStatements(body, (statement) => {
    const mark = asMark(statement);
    return mark && unneeded(mark.label) ? [] : statement;
  });
}

/** Resolves the labels whose jumps are all in the list, inner lists first. */
function resolve(f: FunctionLowering, body: Block, total: ReadonlyMap<string, number>): Block {
  const list = body.map((statement) => mapBlocksOf(statement, (block) => resolve(f, block, total)));
  const marks = marksIn(list);
  if (marks.size === 0) return list;
  const here = countJumps(list);
  const complete = (label: string) => here.get(label) === total.get(label) && total.has(label);
  const targets = new Set([...marks].filter(complete));
  if (targets.size === 0) return list;
  const atTop = new Set(list.flatMap((statement) => asMark(statement)?.label ?? []));
  const allAtTop = [...targets].every((label) => atTop.has(label));
  return (allAtTop && structure(list, targets)) || toMachine(f, list, targets);
}

function marksIn(body: Block): Set<string> {
  const marks = new Set<string>();
  visitStatements(body, (statement) => {
    const mark = asMark(statement);
    if (mark) marks.add(mark.label);
  });
  return marks;
}

// ---------------------------------------------------------------- blocks and loops

/** Statements [start, end) become a block left by `break`, or a loop restarted by `continue`. */
interface Span {
  readonly kind: 'block' | 'loop';
  readonly label: string;
  start: number;
  end: number;
}

/** The list with its marks turned into blocks and loops, or undefined where they would cross. */
function structure(list: Block, labels: ReadonlySet<string>): Block | undefined {
  const spans = [...labels].flatMap((label) => spansOf(list, label));
  if (!untangle(spans)) return undefined;
  return withoutMarks(build(list, spans, 0, list.length), (label) => labels.has(label));
}

function spansOf(list: Block, label: string): Span[] {
  const at = list.findIndex((statement) => asMark(statement)?.label === label);
  const jumps = list.flatMap((statement, index) => (countJumps([statement]).has(label) ? [index] : []));
  const spans: Span[] = [];
  const first = jumps[0] as number;
  const last = jumps.at(-1) as number;
  if (first < at) spans.push({ kind: 'block', label, start: first, end: at });
  if (last > at) spans.push({ kind: 'loop', label, start: at, end: last + 1 });
  return spans;
}

/** Makes spans pairwise nested or disjoint: blocks may begin earlier, loops may end later. */
function untangle(spans: Span[]): boolean {
  for (let changed = true; changed; ) {
    changed = false;
    for (const a of spans) {
      for (const b of spans) {
        if (!(a.start < b.start && b.start < a.end && a.end < b.end)) continue;
        if (b.kind === 'block') b.start = a.start;
        else if (a.kind === 'loop') a.end = b.end;
        else return false;
        changed = true;
      }
    }
  }
  return true;
}

function build(list: Block, spans: readonly Span[], start: number, end: number): Block {
  const result: Statement[] = [];
  for (let index = start; index < end; ) {
    const outer = outermostAt(spans, index);
    if (outer) result.push(wrap(outer, build(list, inside(spans, outer), outer.start, outer.end)));
    else result.push(list[index] as Statement);
    index = outer ? outer.end : index + 1;
  }
  return result;
}

function inside(spans: readonly Span[], outer: Span): Span[] {
  return spans.filter((span) => span !== outer && span.start >= outer.start && span.end <= outer.end);
}

function outermostAt(spans: readonly Span[], index: number): Span | undefined {
  const here = spans.filter((span) => span.start === index);
  return here.reduce<Span | undefined>((best, span) => (best && best.end >= span.end ? best : span), undefined);
}

function wrap({ kind, label }: Span, body: Block): Statement {
  const op = kind === 'block' ? 'break' : 'continue';
  const jumping = replaceJumps(body, label, op);
  if (kind === 'block') return { op: 'block', label, body: jumping };
  const again: Block = endsFlow(jumping) ? jumping : [...jumping, { op: 'break', label }];
  return { op: 'loop', label, kind: 'while', step: [], body: again };
}

function replaceJumps(body: Block, label: string, op: 'break' | 'continue'): Block {
  return mapStatements(body, (statement) => {
    const jump = asJump(statement);
    return jump?.label === label ? { op, label, ...(jump.at && { at: jump.at }) } : statement;
  });
}

/** True if control cannot fall off the end of the statements. */
export function endsFlow(body: Block): boolean {
  const last = body.at(-1);
  switch (last?.op) {
    case 'return':
    case 'break':
    case 'continue':
      return true;
    case 'if':
      return endsFlow(last.then) && endsFlow(last.otherwise);
    case 'loop':
      return !last.test && !leaves(last.body, last.label) && !leaves(last.step, last.label);
    case 'block':
      return endsFlow(last.body) && !leaves(last.body, last.label);
    default:
      return last !== undefined && asJump(last) !== undefined;
  }
}

function leaves(body: Block, label: string): boolean {
  let found = false;
  visitStatements(body, (statement) => {
    found ||= statement.op === 'break' && statement.label === label;
  });
  return found;
}
