/**
 * Fits calls to the definitions they reach.
 *
 * Without prototypes (C99 6.5.2.2p6) a call may see another signature than the definition has. Calls that work on real
 * machines are made to work: more or fewer arguments, integers of another width, a result that is not there.
 * A floating value where an integer is expected is an error: the program would compute nonsense. Of library functions
 * the type is known, as a compiler knows its builtins: arguments are converted to it.
 */
import type { DiagnosticBag } from '../diagnostics/diagnostic.ts';
import { convert, isDroppable, local, zero } from '../ir/builders.ts';
import type { Call, Function as Definition, Expression, MachineType, Signature, Statement } from '../ir/ir.ts';
import { mapStatements } from '../ir/walk.ts';
import type { Position } from '../source/source.ts';
import { locationOf } from './location.ts';
import type { Available } from './symbols.ts';

/** The function that a call reaches; one of the library has no place. */
export interface Callee {
  readonly name: string;
  readonly signature: Signature;
  readonly at?: Position;
}

/** Finds what is called by that name. */
export type Callees = (name: string) => Callee | undefined;

export const calleesIn =
  (definitions: ReadonlyMap<string, Definition>, { signature }: Pick<Available, 'signature'>): Callees =>
  (name) => {
    const definition = definitions.get(name);
    if (definition) return calleeFor(definition);
    const declared = signature?.(name);
    return declared && { name, signature: declared };
  };

function calleeFor({ name, parameters, results, at }: Definition): Callee {
  return { name, signature: { parameters: parameters.map(({ type }) => type), results }, ...(at && { at }) };
}

/** The function with its calls fitted to what they reach. */
export function fitCalls(caller: Definition, calleeOf: Callees, bag: DiagnosticBag): Definition {
  const fitting = new Fitting(caller, bag);
  const body = mapStatements(caller.body, (statement) => {
    if (statement.op !== 'call' || !('symbol' in statement.callee)) return statement;
    const callee = calleeOf(statement.callee.symbol);
    return callee ? fitting.fit(statement, callee) : statement;
  });
  return body === caller.body ? caller : { ...caller, body, locals: [...caller.locals, ...fitting.locals] };
}

const same = (a: readonly MachineType[], b: readonly MachineType[]): boolean =>
  a.length === b.length && a.every((type, index) => type === b[index]);

const isInteger = (type: MachineType): boolean => type === 'i32' || type === 'i64' || type === 'shared';

class Fitting {
  readonly locals: { name: string; type: MachineType }[] = [];
  readonly #caller: string;
  readonly #bag: DiagnosticBag;

  constructor(caller: Definition, bag: DiagnosticBag) {
    this.#caller = caller.name;
    this.#bag = bag;
  }

  fit(call: Call, callee: Callee): Statement | Statement[] {
    const { signature } = callee;
    if (same(call.signature.parameters, signature.parameters) && same(call.signature.results, signature.results)) {
      return call;
    }
    this.#diagnose(call, callee);
    const values = signature.parameters.map((type, index) => fitValue(call.arguments[index], type));
    const extra = call.arguments.slice(signature.parameters.length).filter((value) => !isDroppable(value));
    const before = extra.map((value): Statement => ({ op: 'evaluate', value, at: call.at }));
    const { results, after } = this.#fitResults(call, signature);
    return [...before, { ...call, arguments: values, results, signature }, ...after];
  }

  /** Locals of the call get its results converted through new locals, or zero where there is no result. */
  #fitResults(call: Call, signature: Signature): { results: string[]; after: Statement[] } {
    const results: string[] = [];
    const after: Statement[] = [];
    call.results.forEach((name, index) => {
      const wanted = call.signature.results[index] as MachineType;
      const given = signature.results[index];
      if (given === wanted) results.push(name);
      else if (given === undefined) after.push({ op: 'set', local: name, value: zero(wanted) });
      else {
        const temporary = this.#temporary(given);
        results.push(temporary);
        after.push({ op: 'set', local: name, value: convert(wanted, local(temporary, given)) });
      }
    });
    return { results, after };
  }

  #temporary(type: MachineType): string {
    const name = `link.${this.locals.length + 1}`;
    this.locals.push({ name, type });
    return name;
  }

  #diagnose(call: Call, { name, signature, at }: Callee): void {
    const problem = mismatch(call, signature, at ? 'definition' : 'declaration');
    if (!problem) return;
    const text = `${problem.text} in the call of '${name}' from '${this.#caller}'`;
    const notes = at
      ? [{ text: `'${name}' is defined here`, location: locationOf(at) }]
      : [{ text: "include its header: the arguments were converted to its parameters' types" }];
    if (problem.fatal && at) this.#bag.error('LNK4004', text, locationOf(call.at), notes);
    else this.#bag.warning('LNK4104', 'link-signature', text, locationOf(call.at), notes);
  }
}

function fitValue(value: Expression | undefined, type: MachineType): Expression {
  return value ? convert(type, value) : zero(type);
}

/** Origin of the callee's types: the program's text, or a header of the library. */
type Source = 'definition' | 'declaration';

interface Mismatch {
  readonly fatal: boolean;
  readonly text: string;
}

/** The warning or error about a call; nothing where surplus arguments or results are dropped. */
function mismatch(call: Call, signature: Signature, source: Source): Mismatch | undefined {
  const given = call.signature.parameters;
  for (const [index, type] of signature.parameters.entries()) {
    const passed = given[index];
    if (passed && isInteger(passed) !== isInteger(type)) {
      return { fatal: true, text: `argument ${index + 1} is ${cName(passed)} where the ${source} has ${cName(type)}` };
    }
  }
  for (const index of call.results.keys()) {
    const [wanted, type] = [call.signature.results[index] as MachineType, signature.results[index]];
    if (!type) return { fatal: false, text: 'the value is used of a function that returns none' };
    if (isInteger(wanted) !== isInteger(type)) {
      return { fatal: true, text: `the result is taken as ${cName(wanted)} where the ${source} has ${cName(type)}` };
    }
  }
  return integerMismatch(call, signature, source);
}

function integerMismatch(call: Call, signature: Signature, source: Source): Mismatch | undefined {
  const given = call.signature.parameters;
  if (given.length < signature.parameters.length) {
    return { fatal: false, text: `${given.length} of ${signature.parameters.length} arguments given` };
  }
  // 0 is a null pointer too.
  const fits = (type: MachineType, passed: MachineType | undefined): boolean =>
    type === passed || (type === 'shared' && passed === 'i32');
  const index = signature.parameters.findIndex((type, i) => !fits(type, given[i]));
  if (index < 0) return undefined;
  const [passed, type] = [given[index] as MachineType, signature.parameters[index] as MachineType];
  return { fatal: false, text: `argument ${index + 1} is ${cName(passed)} where the ${source} has ${cName(type)}` };
}

function cName(type: MachineType): string {
  return {
    shared: 'a pointer-to-shared',
    i32: 'a 32-bit integer',
    i64: 'a 64-bit integer',
    f32: 'a float',
    f64: 'a double',
    v128: 'a vector',
  }[type];
}

/** A signature as the build writes those of the library: "parameters>results". */
export function parseSignature(text: string | null | undefined): Signature | undefined {
  if (!text) return undefined;
  const [parameters, results] = text.split('>').map((types) => types.split(' ').filter((type) => type !== ''));
  return { parameters, results } as Signature;
}
