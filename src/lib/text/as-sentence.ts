/** Words of an owner, which may end without a stop, with one: `2 days` becomes `2 days.`, so that another sentence can follow. */
export const asSentence = (words: string | null | undefined): string =>
  !words || /[.!?…]$/.test(words) ? (words ?? '') : `${words}.`;
