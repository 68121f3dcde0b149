/**
 * scanf and its kin (C99 7.19.6).
 * The idea: variable arguments are an address, as a va_list is, so each v form is the same function as its plain one.
 */

import type { FunctionGroup } from './parts.ts';
import { MemorySource } from './scan-input.ts';

export const scanFunctions: FunctionGroup = (environment, io) => {
  const memory = new MemorySource();

  const fscanf = (stream: number, format: number, args: number): number => {
    const { scanner, table } = io();
    return scanner.scan(table.find(stream), format, args);
  };

  const scanf = (format: number, args: number): number => fscanf(io().table.standardAddress(0), format, args);

  const sscanf = (text: number, format: number, args: number): number => {
    memory.begin(environment.U8, text);
    return io().scanner.scan(memory, format, args);
  };

  return { scanf, fscanf, sscanf, vscanf: scanf, vfscanf: fscanf, vsscanf: sscanf };
};
