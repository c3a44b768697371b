/** Removes spaces and brackets from a phone number, because stored numbers have none. */
export function normaliseSearch(search: string | undefined): string | undefined {
  const text = (search ?? '').trim();
  return /^[\d\s()+]{8,}$/.test(text) ? text.replace(/\D/g, '') : search;
}
