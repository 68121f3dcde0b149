/**
 * setjmp (C99 7.13): a point in the function that control may return to.
 *
 * One idea: each call is a numbered mark, and its number is the state of the function's state machine that resumes
 * behind it. The landing around the machine sets state and value and continues the loop (see ir.Landing).
 */

import { constI32, local } from '../../../../ir/builders.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import { lowerEffect, lowerScalar } from '../expressions/expressions.ts';
import { stable } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { plus } from '../places/address.ts';
import { mark } from '../statements/jumps.ts';
import { scalarValue, type Value } from '../value.ts';

export interface LandingNames {
  readonly activation: string;
  readonly site: string;
  readonly value: string;
  /** Marks in order of their numbers, which start from 1. */
  readonly marks: string[];
}

/** The locals of the function's landing; made by its first setjmp. */
export function landingOf(f: FunctionLowering): LandingNames {
  f.landing ??= {
    activation: f.newLocal('activation', 'i32'),
    site: f.newLocal('state', 'i32'),
    value: f.newLocal('jump_value', 'i32'),
    marks: [],
  };
  return f.landing;
}

export function lowerSetjmp(f: FunctionLowering, e: CExpression & { kind: 'Call' }): Value {
  const [first, ...rest] = e.arguments as [CExpression, ...CExpression[]];
  const buffer = stable(f, lowerScalar(f, first));
  for (const each of rest) lowerEffect(f, each);
  const landing = landingOf(f);
  const label = f.label('setjmp');
  landing.marks.push(label);
  f.moveTo(e.location);
  f.emit({ op: 'store', memory: 'i32', address: buffer, value: local(landing.activation, 'i32') });
  f.emit({ op: 'store', memory: 'i32', address: plus(buffer, constI32(4)), value: constI32(landing.marks.length) });
  f.set(landing.value, constI32(0));
  f.emit(mark(label));
  const result = f.temporary('i32');
  f.emit({ op: 'set', local: result, value: local(landing.value, 'i32') });
  return scalarValue(local(result, 'i32'));
}
