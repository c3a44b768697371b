/** `31/01/2026` as `2026-01-31`; other texts are unchanged. */
export const toIsoDay = (typed: string): string => typed.trim().replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1');

/** `2026-01-31` as `31/01/2026`. */
export const toTypedDay = (iso: string): string => iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');
