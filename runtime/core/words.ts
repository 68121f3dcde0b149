/**
 * Atomic words in any thread's memory, by address: the interface of locks, events and semaphores to the extended layer,
 * which knows where the memory is (extended/atomics/words.ts).
 */
export interface Words {
  /** Whether the word is accessible by load and store. */
  isHere(address: number): boolean;
  load(address: number): number;
  store(address: number, value: number): void;
  /** These three return the old value. */
  exchange(address: number, value: number): number;
  compareExchange(address: number, expected: number, value: number): number;
  add(address: number, value: number): number;
}
