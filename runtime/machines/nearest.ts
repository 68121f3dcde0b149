/** The name that was probably meant: the nearest by Levenshtein's distance, if it is near enough to be a slip. Capitals do not matter. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3));
  const near = [...candidates].map((candidate) => ({
    candidate,
    distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()),
  }));
  return near.filter(({ distance }) => distance <= limit).sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

function distanceOf(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++)
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    last = row;
  }
  return last[b.length]!;
}
