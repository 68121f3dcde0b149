/** Begins a thread of a job in a page: waits to be told which, and runs the program. */
import { callsThrough, type System } from './calls.ts';
import { setHost } from './host.ts';
import { OutputRing } from './outputring.ts';
import type { Beginning, Printed } from './threads.ts';
import { scope } from './web.ts';

scope.onmessage = ({ data }) => {
  const { program, given, answers, output } = data as Beginning;
  scope.onmessage = null;
  const tell = (message: unknown) => scope.postMessage({ told: message });
  setHost({ system: printing(callsThrough(answers), new OutputRing(output)), program, given, tell });
  scope.importScripts(program.file);
};

const wake = () => scope.postMessage({ printed: true } satisfies Printed);

/** Writes to standard output and error go through the ring. */
function printing(system: System, ring: OutputRing): System {
  return (name, args) => {
    const [descriptor, bytes, , thread] = args as [number, Uint8Array, null, number | undefined];
    const isPrinted = name === 'writeSync' && (descriptor === 1 || descriptor === 2);
    return isPrinted ? ring.write(descriptor, thread, bytes, wake) : system(name, args);
  };
}
