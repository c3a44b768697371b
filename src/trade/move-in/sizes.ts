type Kind = 'volume' | 'weight' | 'length' | 'power' | 'count';

/** A size that a text states, in the smallest unit of its kind: 5 L is 5,000 of volume, "ctn 6" is 6 of count. */
export interface Size {
  kind: Kind;
  value: number;
}

export type SizeComparison = 'none' | 'unknown' | 'same' | 'other' | 'otherPack';

const units: Record<string, [Kind, number]> = {
  ...named('volume', 1, 'ml mls millilitre millilitres'),
  ...named('volume', 1_000, 'l lt ltr lts ltrs litre litres liter liters'),
  ...named('weight', 1, 'g gm gms gr gram grams'),
  ...named('weight', 1_000, 'kg kgs kilo kilos kilogram kilograms'),
  ...named('length', 1, 'mm millimetre millimetres'),
  ...named('length', 10, 'cm centimetre centimetres'),
  ...named('length', 1_000, 'm mtr mtrs metre metres meter meters'),
  ...named('power', 1, 'w watt watts'),
};

function named(kind: Kind, factor: number, names: string): Record<string, [Kind, number]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, [kind, factor]]));
}

const packs = 'ctn|ctns|carton|cartons|box|boxes|bx|pack|packs|packet|pkt|pk|case|cs|tub|tin';
const pieces = 'sheets?|shts?|rolls?|pcs?|pieces?|tablets?|wipes?|each|bags?';
const measured = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(\\d{1,6}(?:[.,]\\d{1,3})?)\\s{0,2}(${Object.keys(units)
    .sort((one, other) => other.length - one.length)
    .join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);
/** `6 x 5 L` */
const times = /(?<![\p{L}\p{N}.,])(\d{1,3})\s{0,2}[x×]\s{0,2}(?=\d)/gu;
const counted = [
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${packs})\\s{0,2}(?:of|/|x|-|:)?\\s{0,2}(\\d{1,5})(?![\\p{L}\\p{N}.,]\\p{N}?)`,
    'gu',
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}.,])(\\d{1,5})\\s{0,2}(?:/|per|-)?\\s{0,2}(?:${packs}|${pieces})(?![\\p{L}\\p{N}])`,
    'gu',
  ),
];

/** The sizes that a text in lower case states, and the text without them. */
export function readSizes(text: string): { sizes: Size[]; rest: string } {
  const sizes: Size[] = [];
  const add = (kind: Kind, value: number): string => {
    if (value > 0 && !(kind === 'count' && value === 1)) sizes.push({ kind, value });
    return ' ';
  };
  let rest = text.replace(times, (_, count: string) => add('count', Number(count)));
  rest = rest.replace(measured, (whole, number: string, unit: string) => {
    const [kind, factor] = units[unit] ?? [];
    return kind === undefined || factor === undefined
      ? whole
      : add(kind, Math.round(Number(number.replace(',', '.')) * factor));
  });
  for (const pattern of counted) rest = rest.replace(pattern, (_, count: string) => add('count', Number(count)));
  return { sizes, rest };
}

/** How the sizes of a line compare with those of an item; kinds that only one of them states decide nothing. */
export function compareSizes(line: readonly Size[], item: readonly Size[]): SizeComparison {
  if (line.length === 0 && item.length === 0) return 'none';
  const kinds = [...new Set(line.map(({ kind }) => kind))].filter((kind) => item.some((one) => one.kind === kind));
  if (kinds.length === 0) return 'unknown';
  const differing = kinds.filter(
    (kind) =>
      !line.some((one) => one.kind === kind && item.some((own) => own.kind === kind && own.value === one.value)),
  );
  if (differing.length === 0) return 'same';
  return differing.every((kind) => kind === 'count') ? 'otherPack' : 'other';
}
