/** Adds a full stop to an owner's words if they lack one: `2 days` becomes `2 days.`, so that another sentence can follow. */
export const asSentence = (words: string | null | undefined): string =>
  !words || /[.!?…]$/.test(words) ? (words ?? '') : `${words}.`;
