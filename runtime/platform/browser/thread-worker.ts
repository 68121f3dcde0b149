/** Begins a thread of a job in a page: waits to be told which, and runs the program. */
import { callsThrough } from './calls.ts';
import { setHost } from './host.ts';
import type { Beginning } from './threads.ts';
import { scope } from './web.ts';

scope.onmessage = ({ data }) => {
  const { program, given, answers } = data as Beginning;
  scope.onmessage = null;
  setHost({ system: callsThrough(answers), program, given });
  scope.importScripts(program.file);
};
