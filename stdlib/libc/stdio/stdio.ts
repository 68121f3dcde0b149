/**
 * <stdio.h> (C99 7.19 and POSIX's additions): all its functions by their C names.
 * The idea: the files beside this one translate between C's arguments and the parts that do the work: Formatter
 * (printf), Scanner (scanf), StreamTable and Stream (files). A thread has its own set of them, made at the first call.
 */
import { type LibraryEnvironment, type LibraryFactory, sharedBy } from '../../../runtime/abi.ts';
import { characterFunctions } from './characters.ts';
import { commandFunctions } from './commands.ts';
import { fileFunctions } from './files.ts';
import { Formatter } from './format.ts';
import { printFunctions } from './format-functions.ts';
import { memoryFunctions } from './memory.ts';
import type { StandardIo } from './parts.ts';
import { positionFunctions } from './positions.ts';
import { Scanner } from './scan.ts';
import { scanFunctions } from './scan-functions.ts';
import { StreamTable } from './table.ts';

const ioOf = sharedBy(
  (environment: LibraryEnvironment): StandardIo => ({
    table: new StreamTable(environment),
    formatter: new Formatter(environment),
    scanner: new Scanner(environment),
  }),
);

/** All functions of <stdio.h>. */
export const stdioLibraries: readonly LibraryFactory[] = [
  ...[printFunctions, scanFunctions, characterFunctions, fileFunctions],
  ...[positionFunctions, memoryFunctions, commandFunctions],
].map((part) => (environment) => part(environment, () => ioOf(environment)));
