/** New names in a function: locals and slots that a pass adds, and labels. */
import type { Function as Definition, MachineType, Statement } from '../ir/ir.ts';
import { visitStatements } from '../ir/walk.ts';

export class Names {
  readonly #definition: Definition;
  /** Names that there are, gathered when the first is asked for: most passes leave most functions as they are. */
  #taken: Set<string> | undefined;
  /** The last number given behind each name. */
  readonly #numbers = new Map<string, number>();
  readonly #added: { name: string; type: MachineType }[] = [];

  constructor(definition: Definition) {
    this.#definition = definition;
  }

  /** The same names, for code that may be thrown away. */
  draft(): Names {
    const draft = new Names(this.#definition);
    draft.#taken = new Set((this.#taken ??= namesIn(this.#definition)));
    return draft;
  }

  label(base: string): string {
    const taken = (this.#taken ??= namesIn(this.#definition));
    let name = base;
    for (let n = this.#numbers.get(base) ?? 2; taken.has(name); n++) {
      name = `${base}_${n}`;
      this.#numbers.set(base, n);
    }
    taken.add(name);
    return name;
  }

  /** A new local. */
  local(base: string, type: MachineType = 'i32'): string {
    const name = this.label(base);
    this.#added.push({ name, type });
    return name;
  }

  /** The function with another body and the locals that were added; itself where the body is its own. */
  declaredIn(definition: Definition, body: readonly Statement[]): Definition {
    if (body === definition.body) return definition;
    return { ...definition, body, locals: [...definition.locals, ...this.#added] };
  }
}

function namesIn({ parameters, locals, frame, body }: Definition): Set<string> {
  const names = new Set<string>();
  for (const list of [parameters, locals, frame]) for (const { name } of list) names.add(name);
  visitStatements(body, (s) => {
    if (s.op === 'loop' || s.op === 'block' || s.op === 'switch') names.add(s.label);
  });
  return names;
}
