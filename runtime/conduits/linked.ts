/** The network that this runtime is linked with: the build puts each network's index.ts in the place of this file. */
export { network } from './smp/index.ts';
