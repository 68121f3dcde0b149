/** Begins a thread of a job in a page: is given a port by it, through which the first worker tells which thread it is, and runs the program. */
import { callsThrough, type System } from './calls.ts';
import { setHost } from './host.ts';
import { NOBODY, OutputRing } from './outputring.ts';
import type { Beginning, Printed } from './threads.ts';
import { type Port, scope } from './web.ts';

scope.onmessage = ({ data }) => {
  const port = data as Port;
  port.onmessage = ({ data }) => begin(port, data as Beginning);
};

function begin(port: Port, { program, given, answers, output }: Beginning): void {
  port.onmessage = null;
  const wake = () => port.postMessage({ printed: true } satisfies Printed);
  const system = printing(callsThrough(port, answers), new OutputRing(output), wake);
  const tell = (message: unknown) => port.postMessage({ told: message });
  setHost({ system, program, given, tell, port });
  scope.importScripts(program.file);
}

/** Writes to standard output and error go through the ring. */
function printing(system: System, ring: OutputRing, wake: () => void): System {
  return (name, args) => {
    if (name !== 'writeSync') return system(name, args);
    const [descriptor, bytes, , thread = NOBODY] = args as [number, Uint8Array, null, number | undefined];
    const isPrinted = descriptor === 1 || descriptor === 2;
    return isPrinted ? ring.write(descriptor, bytes, thread, wake) : system(name, args);
  };
}
