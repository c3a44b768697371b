import { addressWords } from '../address-words.ts';

/** A parsed search query. */
export interface AddressQuery {
  /** `3`, `g03`, or `''`. */
  unit: string;
  /** `12`, `12a`, `12-16`, `lot 7`, or `''`; in lower case, otherwise as street numbers are stored. */
  number: string;
  /** The number to search by: 12; 0 if there is none. */
  first: number;
  /** The remaining words: street, place, state, post code. */
  words: string[];
}

const maxWords = 10;

const unitTypes =
  'apartment|apt|factory|fcty|flat|floor|house|kiosk|level|lvl|office|ofc|room|shop|shp|ste|studio|suite|tenancy|tncy|townhouse|th|unit|u|villa|warehouse|whse';
const unitNumber = '[a-z]{0,2}\\d{1,5}[a-z]?';
const namedUnit = new RegExp(`\\b(?:${unitTypes})\\.?\\s*#?(${unitNumber})(?=[\\s,/]|$)`, 'g');
const number = '\\d{1,6}[a-z]?(?:-\\d{1,6}[a-z]?)?';
const slashed = new RegExp(`^(${unitNumber})\\s*/\\s*(?=\\d)`);
const lot = /^lot\.?\s+(\d{1,6}[a-z]?)(?=[\s,]|$)/;
const leading = new RegExp(`^(${number})(?=[\\s,]|$)`);

function takePrefix(text: string, pattern: RegExp): { found: string; rest: string } {
  const match = pattern.exec(text);
  if (!match) return { found: '', rest: text };
  return { found: match[1] ?? '', rest: text.slice(match[0].length).replace(/^[\s,/]+/, '') };
}

/**
 * `Unit 3, 12 Example St` is unit 3, number 12 and the words `example st`; likewise `3/12 example st` and `3 12 example
 * st`.
 */
export function parseQuery(text: string): AddressQuery {
  const plain = text
    .toLowerCase()
    .replace(/[‐-―−]/g, '-')
    .replace(/\s*-\s*(?=\d)/g, '-')
    .trim();
  const units = [...plain.matchAll(namedUnit)];
  const named = units.at(-1)?.[1] ?? '';
  const rest = plain.replace(namedUnit, ' ').replace(/^[\s,/]+/, '');
  const bySlash = takePrefix(rest, slashed);
  const onLot = takePrefix(bySlash.rest, lot);
  const numbers = [takePrefix(onLot.rest, leading)];
  const second = takePrefix(numbers[0]?.rest ?? '', leading);
  // `3 12 example`, but not `12 2000`, which is a number and a post code
  const isPair = second.found !== '' && bySlash.found === '' && named === '' && /[a-z]/.test(second.rest);
  const { found, rest: street } = isPair ? second : (numbers[0] ?? second);
  const typedNumber = onLot.found === '' ? found : `lot ${onLot.found}`;
  return {
    unit: bySlash.found || named || (isPair ? (numbers[0]?.found ?? '') : ''),
    number: typedNumber,
    first: Number(/\d+/.exec(typedNumber)?.[0] ?? 0),
    words: addressWords(street).slice(0, maxWords),
  };
}
