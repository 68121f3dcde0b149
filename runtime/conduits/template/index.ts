/**
 * The template network: starting point of a new conduit. It compiles and links, and a job of one thread runs on it;
 * everything else to fill in is marked FILL IN.
 *
 * To make a conduit: copy this folder under the network's name, fill in, and give the network a line in
 * compiler/optimizer/communication/costs.ts, which also defines it for `-network=`. test/conduits then runs on it.
 */
import type { Conduit, Host, Network } from '../conduit.ts';
import { memory } from './memory.ts';
import { TemplateMessages } from './messages.ts';

export const network: Network = {
  name: 'template',
  /** FILL IN: true only if all ranks access all memory by load and store. */
  direct: false,
  /** FILL IN: bytes that `open` takes from `host.area`, the same for all ranks. */
  area: () => 0,
  open(host: Host): Conduit {
    if (host.space.THREADS > 1)
      host.fail(
        `the template conduit carries nothing between threads, and there are ${host.space.THREADS}: ` +
          'run with -n 1, or link with another network',
      );
    /** FILL IN: counters of the conduit by name, for --stats. */
    const events = {};
    return { name: 'template', messages: new TemplateMessages(host), events, ...(memory && { memory }) };
  },
};
