const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text of a description's HTML, blanks in place of tags; not safe to be written as HTML. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, decimal?: string, hex?: string, name?: string) =>
      name === undefined ? character(Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16)) : (entities[name] ?? whole),
    )
    .replace(/\s+/g, ' ')
    .trim();

const character = (code: number): string => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ');
