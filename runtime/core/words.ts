/**
 * Words of any thread's memory that are read and changed atomically, by address: what locks, events and semaphores ask of
 * the extended layer, which knows where the memory is (extended/atomics/words.ts).
 */
export interface Words {
  /** Whether the word is reached by load and store. */
  isHere(address: number): boolean;
  load(address: number): number;
  store(address: number, value: number): void;
  /** The next three give the old value. */
  exchange(address: number, value: number): number;
  compareExchange(address: number, expected: number, value: number): number;
  add(address: number, value: number): number;
}
