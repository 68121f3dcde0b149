/**
 * Extensions: further functions of a client, looked up by name.
 */
import type { Client } from './client.ts';
import { PAMI_INVAL, PAMI_SUCCESS, PAMI_UNIMPL, PamiError, type Result, refuse } from './results.ts';

/** Functions by extension, then by symbol. */
const EXTENSIONS: Readonly<Record<string, Readonly<Record<string, (client: Client, ...values: number[]) => number>>>> =
  {
    /** Placement of tasks: all on one node. */
    EXT_topology: {
      isLocalTask: (client, task) => (task! >= 0 && task! < client.tasks ? 1 : 0),
      distance: (_client, from, to) => (from === to ? 0 : 1),
    },
  };

export class Extension {
  private isOpen = true;

  /** PAMI_Extension_open. */
  constructor(
    private readonly client: Client,
    readonly name: string,
  ) {
    if (!Object.hasOwn(EXTENSIONS, name))
      throw new PamiError(
        PAMI_UNIMPL,
        'PAMI_Extension_open',
        `there is no extension ${name}; there are ${Object.keys(EXTENSIONS).join(', ')}`,
      );
  }

  /** PAMI_Extension_symbol: undefined if there is none of this name. */
  symbol(name: string): ((...values: number[]) => number) | undefined {
    const found = this.isOpen ? EXTENSIONS[this.name]![name] : undefined;
    return found && ((...values) => found(this.client, ...values));
  }

  /** PAMI_Extension_close. */
  close(): Result {
    if (!this.isOpen) return refuse(PAMI_INVAL, 'PAMI_Extension_close', `the extension ${this.name} is closed already`);
    this.isOpen = false;
    return PAMI_SUCCESS;
  }
}
