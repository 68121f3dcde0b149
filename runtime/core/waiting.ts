/**
 * The loop in which a thread sleeps and looks until its condition holds: a function of its own, as a simulated rank that sleeps in one is woken there, not through all its callers
 * (simulated/waiting.ts stands in its place).
 */
export function waiting<T>(loop: () => T): T {
  return loop();
}
