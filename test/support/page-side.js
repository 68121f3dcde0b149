/** In a page of a test (pages.ts): compiles a program and runs it as a job; calls a module's function. */
import { compile } from '/page/compile.mjs';
import { Job } from '/page/job.mjs';

const scripts = Object.fromEntries(
  ['job', 'thread'].map((name) => [name, new URL(`/page/${name}-worker.js`, location.href).href]),
);
const encode = (text) => new TextEncoder().encode(text);
const decode = (bytes) => new TextDecoder().decode(bytes);
const mapped = (record, change) => Object.fromEntries(Object.entries(record).map(([name, each]) => [name, change(each)]));

globalThis.resultOf = async (number) => (await import(`/module.mjs?${number}`)).result();

globalThis.runProgram = async ({ name, source, options, input, signal, files = {}, ...request }) => {
  const { code, map, messages } = await compile({ [name]: source }, options);
  if (code === undefined) return { status: -1, stdout: '', stderr: messages, files: {} };
  const texts = ['', '', ''];
  let found = {};
  const status = await new Promise((ended) => {
    const job = new Job({ code, map, arguments: request.arguments, files: mapped(files, encode) }, events(ended), scripts);
    function events(ended) {
      return { output, ended, files: (all) => (found = all) };
    }
    function output(descriptor, bytes, taken) {
      texts[descriptor] += decode(bytes);
      taken();
      if (signal && texts[1].includes(signal.after)) job.signal(signal.name);
    }
    if (input === undefined) return;
    job.input(encode(input));
    job.input(undefined);
  });
  return { status, stdout: texts[1], stderr: texts[2], files: mapped(found, decode) };
};
