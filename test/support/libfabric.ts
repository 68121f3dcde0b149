/** Whether libfabric can be called here. */
import { createRequire } from 'node:module';
import { ROOT } from './pgasc.ts';

/** Why not, for the names of tests that are skipped; empty if it can. */
export const libfabricLacks = lack();

function lack(): string {
  try {
    createRequire(ROOT)('koffi').load('libfabric.so.1');
    return '';
  } catch (error) {
    return `, skipped: ${(error as Error).message.split('\n')[0]} (npm install koffi; apt install libfabric1)`;
  }
}
