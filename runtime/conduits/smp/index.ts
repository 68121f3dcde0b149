/**
 * The smp network: all ranks share one memory and access it by load and store; messages go through rings of each rank.
 */
import type { Conduit, Host, Network } from '../conduit.ts';
import { areaOf, SmpMessages } from './messages.ts';

export const network: Network = {
  name: 'smp',
  direct: true,
  area: areaOf,
  open: (host: Host): Conduit => ({ name: 'smp', messages: new SmpMessages(host), events: {} }),
};
