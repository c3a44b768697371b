/** A phone may be typed with blanks and brackets; it is kept and found without. */
export function searchedFor(search: string | undefined): string | undefined {
  const wanted = (search ?? '').trim();
  return /^[\d\s()+]{8,}$/.test(wanted) ? wanted.replace(/\D/g, '') : search;
}
