/** New names in a function: locals and slots that a pass adds, and labels. */
import type { Function as Definition, MachineType, Statement } from '../ir/ir.ts';
import { visitStatements } from '../ir/walk.ts';

export class Names {
  #taken: Set<string>;
  /** The last number given behind each name. */
  readonly #numbers = new Map<string, number>();
  readonly #added: { name: string; type: MachineType }[] = [];

  constructor(definition: Definition) {
    this.#taken = new Set(
      [...definition.parameters, ...definition.locals, ...definition.frame].map(({ name }) => name),
    );
    visitStatements(definition.body, (s) => {
      if (s.op === 'loop' || s.op === 'block' || s.op === 'switch') this.#taken.add(s.label);
    });
  }

  /** The same names, for code that may be thrown away. */
  draft(): Names {
    const draft = new Names({ ...NO_FUNCTION });
    draft.#taken = new Set(this.#taken);
    return draft;
  }

  label(base: string): string {
    let name = base;
    for (let n = this.#numbers.get(base) ?? 2; this.#taken.has(name); n++) {
      name = `${base}_${n}`;
      this.#numbers.set(base, n);
    }
    this.#taken.add(name);
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

const NO_FUNCTION: Definition = {
  name: '',
  linkage: 'internal',
  parameters: [],
  results: [],
  locals: [],
  frame: [],
  body: [],
};
