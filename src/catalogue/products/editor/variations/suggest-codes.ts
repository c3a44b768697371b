import type { Change, GridRow } from './grid-cells.ts';

/** What suggested codes begin with: the common start of the existing codes, or else the product's initials. */
export function codeStart(productName: string, rows: readonly GridRow[]): string {
  const [first = '', ...others] = rows.map(({ code }) => code).filter((code) => code !== '');
  const common = others.reduce((shared, code) => {
    let length = 0;
    while (length < shared.length && shared[length]?.toLowerCase() === code[length]?.toLowerCase()) length++;
    return shared.slice(0, length);
  }, first);
  const start = common.replace(/[-_ ]+$/, '');
  if (start.length >= 2) return start;
  const initials = productName.split(/\s+/).map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '');
  return initials.join('').slice(0, 6).toUpperCase();
}

/** Shortens a label: `500 mL` to `500ML`, `Lemon Myrtle` to `LM`, `Unscented` to `UNS`. */
function abbreviate(label: string): string {
  const words = label
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .toUpperCase()
    .split(/\s+/)
    .filter(Boolean);
  if (/\d/.test(label)) return words.join('').slice(0, 6);
  return words.length > 1 ? words.map((word) => word[0]).join('') : (words[0] ?? '').slice(0, 3);
}

/** Unique codes for the rows without one: `start`, then the shortened options. */
export function suggestCodes(rows: readonly GridRow[], start: string): Change[] {
  const taken = new Set(rows.map(({ code }) => code.toLowerCase()).filter(Boolean));
  return rows.flatMap(({ key, labels, code }): Change[] => {
    if (code !== '') return [];
    const own = [start, ...labels.map(abbreviate)].filter(Boolean).join('-').slice(0, 27);
    let text = own;
    for (let n = 2; taken.has(text.toLowerCase()); n++) text = `${own}-${n}`;
    taken.add(text.toLowerCase());
    return [{ key, column: 'code', text }];
  });
}
