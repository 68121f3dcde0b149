/**
 * A module of a session to `const program = { instantiate(env) {...} }` (runtime/abi.ts, SessionModule).
 *
 * One idea: what other modules of the session define is bound when all are instantiated, by `bind`, and bound again
 * when one of them is defined anew. The stack pointer is a global variable: all modules share it.
 */
import type { LinkedModule } from '../link/session.ts';
import { ProgramContext } from './context.ts';
import { emitFunction } from './functions.ts';
import type { EmittedProgram } from './program.ts';
import { environmentBindings, libraryBindings, method, tableEntries } from './program.ts';
import { supportFunction } from './support.ts';
import { assign, declare, identifier, member, type Node, object, returns, statement } from './tree.ts';

/** The function that an input becomes. */
const INPUT = '__pgasc_input';

/** The module's tree; it runs as a script that defines `program`. */
export function emitModule(linked: LinkedModule): EmittedProgram {
  const context = new ProgramContext(linked, { form: 'script' });
  const functions = linked.functions.map((f) => emitFunction(context, f));
  const program = object({});
  (program.properties as Node[]).push(instantiate(context, linked, functions));
  return {
    ast: { type: 'Program', sourceType: 'module', body: [declare('const', 'program', program)] },
    sources: context.files,
    renamed: Object.fromEntries(linked.functions.map(({ name }) => [context.functionName(name), shownName(name)])),
    beginnings: [],
  };
}

/** C's name of a function; link names of later ones have a number behind a '$'. */
function shownName(name: string): string {
  const own = name.replace(/\$\d+$/, '');
  return own === INPUT ? 'input' : own;
}

function instantiate(context: ProgramContext, linked: LinkedModule, functions: readonly Node[]): Node {
  const entries = tableEntries(context);
  const code = [...[...context.support].map(supportFunction), ...functions];
  const imports = new Set(linked.imports);
  const names = context.usedLibraryNames();
  const imported = names.filter((name) => imports.has(name));
  const instance = object({ functions: defined(context, linked) });
  (instance.properties as Node[]).push(
    method('bind', [], [...imported.map((name) => bound(context, name)), ...entries]),
  );
  const body = [
    ...environmentBindings(context, [...code, ...entries]),
    ...libraryBindings(
      context,
      names.filter((name) => !imports.has(name)),
    ),
    ...imported.map((name) => declare('let', context.functionName(name), undefined)),
    ...code,
    returns(instance),
  ];
  return method('instantiate', [identifier('env')], body);
}

/** The functions by link name. */
function defined(context: ProgramContext, { functions }: LinkedModule): Node {
  const entries = functions.map(({ name }) => [name, identifier(context.functionName(name))] as const);
  return object(Object.fromEntries(entries));
}

/** `f = env.session.f` */
function bound(context: ProgramContext, name: string): Node {
  const session = member(member(identifier('env'), 'session'), name);
  return statement(assign(identifier(context.functionName(name)), session));
}
