/** Random numbers that are the same at every run. */
export interface Random {
  /** At least 0, below 1. */
  share(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  /** Whether something of this probability happens. */
  happens(probability: number): boolean;
  /** One of the list, which must not be empty. */
  one<T>(of: readonly T[]): T;
  /** One of the list, in proportion to its weight. */
  weighted<T extends { weight: number }>(of: readonly T[]): T;
  /** A separate sequence for a part of the work, so that a change to one part leaves the others as they are. */
  part(name: string): Random;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32, seeded with a text. */
export function seededRandom(seed: string): Random {
  let state = hashOf(seed);
  const share = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const one = <T>(of: readonly T[]): T => {
    const chosen = of[Math.floor(share() * of.length)];
    if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
    return chosen;
  };
  return {
    share,
    whole: (from, to) => from + Math.floor(share() * (to - from + 1)),
    happens: (probability) => share() < probability,
    one,
    weighted(of) {
      let left = share() * of.reduce((sum, { weight }) => sum + weight, 0);
      return of.find(({ weight }) => (left -= weight) < 0) ?? one(of);
    },
    part: (name) => seededRandom(`${seed}/${name}`),
  };
}
