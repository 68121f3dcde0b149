/** Types: their making, their rules, their words; copies between any two of them. */
import { expect, test } from 'vitest';
import * as attributes from '../../../runtime/fabrics/pami/attributes.ts';
import * as types from '../../../runtime/fabrics/pami/predefined.ts';
import { errorText, PAMI_INVAL, PAMI_SUCCESS } from '../../../runtime/fabrics/pami/results.ts';
import { transformData } from '../../../runtime/fabrics/pami/transform.ts';
import { type Type, typeCreate, typeDeserialize, typeSerialize } from '../../../runtime/fabrics/pami/type.ts';
import { fillUp, makeTasks, type Task } from './tasks.ts';

/** { 3 bytes at 1, 4 times, 5 apart; twice, 40 apart from 30: two runs of 2 at 0 and 7 } */
function nested(): Type {
  const inner = typeCreate();
  inner.addSimple(2, 0, 2, 7);
  inner.complete(2);
  const type = typeCreate();
  type.addSimple(3, 1, 4, 5);
  type.addTyped(inner, 30, 2, 40);
  type.complete(1);
  return type;
}

/** Offsets of the bytes of a type's data, in order. */
const OFFSETS = [1, 2, 3, 6, 7, 8, 11, 12, 13, 16, 17, 18, 30, 31, 37, 38, 70, 71, 77, 78];

test('size, extent and atom', () => {
  const type = nested();
  const { PAMI_TYPE_DATA_SIZE, PAMI_TYPE_DATA_EXTENT, PAMI_TYPE_ATOM_SIZE } = attributes;
  expect([PAMI_TYPE_DATA_SIZE, PAMI_TYPE_DATA_EXTENT, PAMI_TYPE_ATOM_SIZE].map((name) => type.query(name))).toEqual([
    20, 79, 1,
  ]);
  expect(() => type.query(1)).toThrow('attribute 1: types have none of this name');
  expect(() => typeCreate().query(PAMI_TYPE_DATA_SIZE)).toThrow('the type has not been completed (PAMI_INVAL)');
});

test('a type is completed once, in atoms that divide its runs, and then stays as it is', () => {
  const type = typeCreate();
  expect(type.complete(1)).toBe(PAMI_INVAL);
  expect(type.addSimple(0, 0, 1, 0)).toBe(PAMI_INVAL);
  expect(type.addSimple(12, 0, 3, 20)).toBe(PAMI_SUCCESS);
  expect(type.addTyped(typeCreate(), 0, 1, 0)).toBe(PAMI_INVAL);
  expect(type.addTyped(types.PAMI_TYPE_SIGNED_SHORT, 70, 1, 0)).toBe(PAMI_SUCCESS);
  expect(type.complete(4)).toBe(PAMI_INVAL);
  expect(errorText()).toBe('PAMI_Type_complete: atom of 4 bytes: it must divide each run of bytes; there is one of 2');
  expect([type.complete(2), type.complete(2), type.addSimple(1, 0, 1, 0)]).toEqual([
    PAMI_SUCCESS,
    PAMI_INVAL,
    PAMI_INVAL,
  ]);
  expect([type.destroy(), type.destroy(), type.isUsable]).toEqual([PAMI_SUCCESS, PAMI_INVAL, false]);
});

test('its words make the same type elsewhere', () => {
  const words = typeSerialize(nested());
  const copy = typeDeserialize(words);
  expect([copy.dataSize, copy.dataExtent, copy.atomSize]).toEqual([20, 79, 1]);
  expect(typeSerialize(copy)).toEqual(words);
  expect(() => typeDeserialize(words.subarray(0, 5))).toThrow('the words end within a type');
  expect(() => typeDeserialize([...words, 1])).toThrow('the type ends at');
  expect(() => typeDeserialize([1, 1, -4, 0, 1, 0])).toThrow('part 0 is not valid');
});

test('packing, unpacking, from type to type, beginning anywhere', () => {
  const [task] = makeTasks(1) as [Task];
  const { copy } = task.client.adapter.bulk;
  const type = nested();
  fillUp(task.bytes(0, 2000), 1);
  const offsetOf = (i: number) => 79 * Math.floor(i / 20) + OFFSETS[i % 20]!;
  for (const first of [0, 1, 19, 20, 47])
    for (const size of [1, 5, 20, 61]) {
      const source = { address: task.at(0), type, offset: first };
      transformData(copy, 0, { address: task.at(5000), type: undefined, offset: 0 }, source, size);
      const packed = Array.from({ length: size }, (_, i) => task.bytes(offsetOf(first + i), 1)[0]);
      expect([...task.bytes(5000, size)], `${first} ${size}`).toEqual(packed);
      task.bytes(10_000, 2000).fill(0);
      const other = typeCreate();
      other.addSimple(3, 2, 2, 9);
      other.complete(3);
      transformData(copy, 0, { address: task.at(10_000), type: other, offset: 0 }, source, size);
      const there = (i: number) => 14 * Math.floor(i / 6) + [2, 3, 4, 11, 12, 13][i % 6]!;
      expect(Array.from({ length: size }, (_, i) => task.bytes(10_000 + there(i), 1)[0])).toEqual(packed);
      expect(task.bytes(10_000, 2000).filter((byte) => byte !== 0).length).toBe(
        packed.filter((byte) => byte !== 0).length,
      );
    }
});
