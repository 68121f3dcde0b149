/** The library of marks for simulated jobs. */
import type { LibraryFactory } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { marks } from './marks.ts';

export const simulationLibrary: LibraryFactory = (environment) => marks(environment as RuntimeEnvironment);
