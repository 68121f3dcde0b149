/** The texts of a program's strings that stay as they are: names of functions and arguments, for messages. Each is the same string each time. */
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { Texts } from '../../runtime/memory/texts.ts';

export class Names {
  private readonly texts: Texts;
  private readonly read = new Map<number, string>();

  constructor(environment: RuntimeEnvironment) {
    this.texts = new Texts(environment);
  }

  at(address: number): string {
    let name = this.read.get(address);
    if (name === undefined) this.read.set(address, (name = this.texts.read(address)));
    return name;
  }
}
