const quickMs = 300; // a loader that shows for less only flickers

/** An answer that comes within 300 ms, else undefined: then the page is sent without it, and it follows. */
export const ifQuick = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), quickMs))]);
