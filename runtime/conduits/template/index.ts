/**
 * The template network: what a new conduit begins as. It compiles and links, and a job of one thread runs on it; what is
 * to be filled in for others is marked FILL IN.
 *
 * To make a conduit: copy this folder under the network's name, fill in, and give the network a line in
 * compiler/optimizer/communication/costs.ts, which is also what makes `-network=` know it. test/conduits then runs on it.
 */
import type { Conduit, Host, Network } from '../conduit.ts';
import { memory } from './memory.ts';
import { TemplateMessages } from './messages.ts';

export const network: Network = {
  name: 'template',
  /** FILL IN: true only if all ranks reach all memory by load and store. */
  direct: false,
  /** FILL IN: bytes that `open` takes from `host.area`, the same for all ranks. */
  area: () => 0,
  open(host: Host): Conduit {
    if (host.space.THREADS > 1)
      host.fail(
        `the template conduit carries nothing between threads, and there are ${host.space.THREADS}: ` +
          'run with -n 1, or link with another network',
      );
    /** FILL IN: what happens in the conduit, by name, counted for --stats. */
    const events = {};
    return { name: 'template', messages: new TemplateMessages(host), events, ...(memory && { memory }) };
  },
};
