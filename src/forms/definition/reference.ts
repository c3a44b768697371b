/** What people call a submission by: the random end of its id, `7F3A-09C2`. */
export const referenceOf = (id: string): string =>
  id
    .slice(-8)
    .toUpperCase()
    .replace(/^(.{4})/, '$1-');
