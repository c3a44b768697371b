/** `31/01/2026` as `2026-01-31`, and `1/7/2026` as `2026-07-01`; other texts are unchanged. */
export const toIsoDay = (typed: string): string =>
  typed
    .trim()
    .replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, (_, date: string, month: string, year: string) =>
      [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-'),
    );

/** `2026-01-31` as `31/01/2026`. */
export const toTypedDay = (iso: string): string => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
