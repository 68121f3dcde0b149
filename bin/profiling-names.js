/**
 * The second names of OpenSHMEM's functions (pshmem.h), for those that are written in C.
 *
 * Takes and gives the text of an object. One idea: a function of the library is renamed to its profiling name, wherever it is defined or called, and gets a
 * forwarding function under its usual name. A program that defines the usual name takes that one's place alone, and what the library calls of
 * itself does not come by it.
 */

const DEFINITION = /^function external \*pshmem_(\w+)\((.*?)\)(?: -> (.*?))? (!\S+) \{$/gm;

export function withProfilingNames(object) {
  const [header, ...lines] = object.replace(/\*shmem_/g, '*pshmem_').split('\n');
  const { symbols, ...rest } = JSON.parse(header);
  const second = symbols.filter((name) => name.startsWith('shmem_')).map((name) => `p${name}`);
  const body = lines.join('\n');
  const forwards = [...body.matchAll(DEFINITION)].map(([, ...parts]) => forward(...parts));
  return `${JSON.stringify({ ...rest, symbols: [...symbols, ...second] })}\n${body}${forwards.join('')}`;
}

function forward(name, parameters, result, at) {
  const [values, types] = [/%\w+/g, /(?<=%\w+ )\w+/g].map((part) => (parameters.match(part) ?? []).join(' '));
  const call = `*pshmem_${name} [${values}] (${types})`;
  const lines =
    result === undefined ? [`call ${call}`] : [`local %r0 ${result}`, `call %r0 = ${call} -> ${result}`, 'return %r0'];
  const gives = result === undefined ? '' : ` -> ${result}`;
  return `function external *shmem_${name}(${parameters})${gives} ${at} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}
