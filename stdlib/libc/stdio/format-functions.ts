/**
 * printf and its kin (C99 7.19.6, POSIX's dprintf, GNU's asprintf).
 * The idea: variable arguments are an address, as a va_list is, so each v form is the same function as its plain one.
 */
import { ENOMEM, setErrno } from '../errno.ts';
import { MemorySink, TextSink } from './format-sinks.ts';
import { filesOf } from './open-files.ts';
import type { FunctionGroup } from './parts.ts';
import { NONE, Stream } from './stream.ts';

const INT_MAX = 0x7fffffff;

export const printFunctions: FunctionGroup = (environment, io) => {
  const memory = new MemorySink(environment);

  const printf = (format: number, args: number): number => {
    const { formatter, table } = io();
    return formatter.format(table.standardOut(), format, args);
  };

  const fprintf = (stream: number, format: number, args: number): number => {
    const { formatter, table } = io();
    return formatter.format(table.find(stream), format, args);
  };

  const snprintf = (buffer: number, size: number, format: number, args: number): number => {
    memory.begin(buffer, size >>> 0);
    const length = io().formatter.format(memory, format, args);
    memory.terminate();
    return length;
  };

  const sprintf = (buffer: number, format: number, args: number): number => snprintf(buffer, INT_MAX, format, args);

  /** Descriptors 1 and 2 go through their streams: all output of a thread is in order. */
  const dprintf = (descriptor: number, format: number, args: number): number => {
    const { formatter, table } = io();
    if (descriptor === 1 || descriptor === 2) return fprintf(table.standardAddress(descriptor), format, args);
    const file = table.attempt(() => filesOf(environment).find(descriptor));
    if (file === undefined) return -1;
    const stream = new Stream(environment, file, { readable: false, writable: true, append: false });
    stream.setBuffer(NONE, 0);
    return formatter.format(stream, format, args);
  };

  const asprintf = (result: number, format: number, args: number): number => {
    const sink = new TextSink();
    const length = io().formatter.format(sink, format, args);
    if (length < 0) return -1;
    const block = environment.heap.allocate(length + 1);
    if (block === 0) {
      setErrno(environment, ENOMEM);
      return -1;
    }
    environment.U8.set(sink.text(), block >>> 0);
    environment.U8[(block >>> 0) + length] = 0;
    environment.I32[result >>> 2] = block;
    return length;
  };

  return {
    printf,
    fprintf,
    sprintf,
    snprintf,
    dprintf,
    asprintf,
    vprintf: printf,
    vfprintf: fprintf,
    vsprintf: sprintf,
    vsnprintf: snprintf,
    vdprintf: dprintf,
    vasprintf: asprintf,
  };
};
