/** The reference that people quote for a submission: the random end of its id, as in `7F3A-09C2`. */
export const referenceOf = (id: string): string =>
  id
    .slice(-8)
    .toUpperCase()
    .replace(/^(.{4})/, '$1-');
