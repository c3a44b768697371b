/** The number of a list's page in an address, `?page=3`; 1 if there is none or it is no number of a page. */
export function pageNumber(url: URL, name = 'page'): number {
  const asked = Number(url.searchParams.get(name));
  return Number.isInteger(asked) && asked >= 1 && asked <= 1_000_000 ? asked : 1;
}
