const quickMs = 300; // a loader shown for a shorter time only flickers

/**
 * Resolves to the answer if it arrives within 300 ms, else to undefined, so that the page can be sent first and the
 * answer streamed.
 */
export const ifQuick = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), quickMs))]);
