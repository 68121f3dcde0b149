/**
 * Single-valued parameters of UPC's I/O functions (UPC 1.3 optional library upc_io.h). 64 bits are two words.
 */
const SIZE = ['size', 'size / 2^32'];

const MOVING = ['fread', 'fwrite'].flatMap((way) => [
  { name: `upc_all_${way}_local`, parameters: ['fd', 'flags'] },
  { name: `upc_all_${way}_shared`, parameters: ['fd', 'flags'] },
  { name: `upc_all_${way}_list_local`, parameters: ['fd'] },
  { name: `upc_all_${way}_list_shared`, parameters: ['fd'] },
]);

export const IO_FUNCTIONS: readonly { readonly name: string; readonly parameters: readonly string[] }[] = [
  { name: 'upc_all_fopen', parameters: ['flags', 'numhints'] },
  ...['fclose', 'fsync', 'fseek', 'fget_size', 'fwait_async', 'ftest_async'].map((name) => ({
    name: `upc_all_${name}`,
    parameters: ['fd'],
  })),
  { name: 'upc_all_fset_size', parameters: ['fd', ...SIZE] },
  { name: 'upc_all_fpreallocate', parameters: ['fd', ...SIZE] },
  { name: 'upc_all_fcntl', parameters: ['fd', 'cmd'] },
  ...MOVING,
  ...MOVING.map(({ name, parameters }) => ({ name: `${name}_async`, parameters })),
];
