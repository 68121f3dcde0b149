/** The predefined datatypes by their numbers in mpi.h: their bytes, and which operators take them (MPI 3.1, 3.2.2 and 5.9.2). */
import { ErrorClass, refuseHandle } from './errors.ts';
import type { Named, State } from './state.ts';

export type TypeClass = 'integer' | 'floating' | 'logical' | 'complex' | 'byte' | 'pair' | 'none';

export interface Datatype {
  readonly name: string;
  readonly bytes: number;
  readonly typeClass: TypeClass;
  /** Number of the type of the elements, or of a pair's values, in combiners.ts. */
  readonly element: number;
}

export const KIND = 0x54;

/** Of combiners.ts. */
const [I8, U8, I16, U16, I32, U32, I64, U64, F32, F64, C64, C128] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12];

const type = (name: string, bytes: number, typeClass: TypeClass, element: number): Datatype => ({
  ...{ name: `MPI_${name}`, bytes, typeClass, element },
});

const DATATYPES: readonly Datatype[] = [
  ...[type('CHAR', 1, 'none', I8), type('SIGNED_CHAR', 1, 'integer', I8), type('UNSIGNED_CHAR', 1, 'integer', U8)],
  ...[type('BYTE', 1, 'byte', U8), type('PACKED', 1, 'none', U8), type('WCHAR', 4, 'none', I32)],
  ...[type('SHORT', 2, 'integer', I16), type('UNSIGNED_SHORT', 2, 'integer', U16)],
  ...[type('INT', 4, 'integer', I32), type('UNSIGNED', 4, 'integer', U32)],
  ...[type('LONG', 8, 'integer', I64), type('UNSIGNED_LONG', 8, 'integer', U64)],
  ...[type('LONG_LONG_INT', 8, 'integer', I64), type('UNSIGNED_LONG_LONG', 8, 'integer', U64)],
  ...[type('INT8_T', 1, 'integer', I8), type('UINT8_T', 1, 'integer', U8)],
  ...[type('INT16_T', 2, 'integer', I16), type('UINT16_T', 2, 'integer', U16)],
  ...[type('INT32_T', 4, 'integer', I32), type('UINT32_T', 4, 'integer', U32)],
  ...[type('INT64_T', 8, 'integer', I64), type('UINT64_T', 8, 'integer', U64)],
  ...[type('AINT', 8, 'integer', I64), type('OFFSET', 8, 'integer', I64), type('COUNT', 8, 'integer', I64)],
  ...[type('C_BOOL', 1, 'logical', U8)],
  ...[type('FLOAT', 4, 'floating', F32), type('DOUBLE', 8, 'floating', F64), type('LONG_DOUBLE', 8, 'floating', F64)],
  ...[type('C_FLOAT_COMPLEX', 8, 'complex', C64), type('C_DOUBLE_COMPLEX', 16, 'complex', C128)],
  ...[type('C_LONG_DOUBLE_COMPLEX', 16, 'complex', C128)],
  ...[type('FLOAT_INT', 8, 'pair', F32), type('DOUBLE_INT', 16, 'pair', F64), type('LONG_INT', 16, 'pair', I64)],
  ...[type('2INT', 8, 'pair', I32), type('SHORT_INT', 8, 'pair', I16), type('LONG_DOUBLE_INT', 16, 'pair', F64)],
];

export function datatypeOf(name: string, argument: string, handle: number): Datatype {
  const found = handle >>> 24 === KIND ? DATATYPES[(handle & 0xffffff) - 1] : undefined;
  const rule = handle === KIND << 24 ? 'MPI_DATATYPE_NULL is no datatype' : 'no datatype has this handle';
  return found ?? refuseHandle(ErrorClass.TYPE, name, argument, handle, rule);
}

export function datatypes(state: State): Record<string, Named> {
  const MPI_Type_size: Named = (name, datatype: number, size: number) => {
    state.initialized(name);
    state.give(name, 'size', size, datatypeOf(name, 'datatype', datatype).bytes);
  };

  /** Both are of type MPI_Aint. */
  const MPI_Type_get_extent: Named = (name, datatype: number, lower: number, extent: number) => {
    state.initialized(name);
    const { bytes } = datatypeOf(name, 'datatype', datatype);
    const { I32 } = state.environment;
    I32.set([0, 0], state.place(name, 'lb', lower, 8));
    I32.set([bytes, 0], state.place(name, 'extent', extent, 8));
  };

  return { MPI_Type_size, MPI_Type_get_extent };
}
