import { dayMs } from '#lib/durations.ts';

/** The display of a number, as far as it affects its meaning (ECMA-376, part 1, section 18.8.30). */
export type NumberKind = 'plain' | 'date' | 'percent' | { digits: number };

const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
const builtInPercents = new Set([9, 10]);

/** The kind of a number format, found by its id, or by its code if the workbook itself defines the format. */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtInDates.has(id) ? 'date' : builtInPercents.has(id) ? 'percent' : 'plain';
  // Colours and conditions in brackets, quoted text and escaped characters don't affect the kind.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').split(';')[0] ?? '';
  if (/^0{2,}$/.test(bare)) return { digits: bare.length };
  if (bare.includes('%')) return 'percent';
  return /[ymdhs]/i.test(bare.replace(/general/gi, '')) ? 'date' : 'plain';
}

/** The precision of numbers in spreadsheets. */
const significantDigits = 15;

/** A number as somebody would type it: `1200`, `19.95`, without an exponent or binary rounding errors. */
function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(significantDigits));
  if (Number.isInteger(rounded) && Math.abs(rounded) < 1e21) return BigInt(rounded).toString();
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** A day and time from its serial number: days since 30 December 1899, or since 1 January 1904 in workbooks of old Macs. */
function dayText(serial: number, is1904: boolean): string {
  if (serial < 0 || serial > 2_958_465) return plainNumber(serial);
  // Excel wrongly treats 1900 as a leap year, so the serial numbers of its first two months are one too low.
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const seconds = Math.round(days * 86_400);
  const text = new Date(Date.UTC(1899, 11, 30) + Math.floor(seconds / 86_400) * dayMs).toISOString().slice(0, 10);
  const rest = seconds % 86_400;
  if (rest === 0) return text;
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  const time = `${two(rest / 3600)}:${two((rest % 3600) / 60)}`;
  return serial < 1 && !is1904 ? time : `${text} ${time}`;
}

/** The text of a number cell by its format: `007` for a code, `12.5%`, `2026-03-31`. */
export function numberText(value: number, kind: NumberKind, is1904: boolean): string {
  if (kind === 'date') return dayText(value, is1904);
  if (kind === 'percent') return `${plainNumber(value * 100)}%`;
  const text = plainNumber(value);
  return typeof kind === 'object' && /^\d+$/.test(text) ? text.padStart(kind.digits, '0') : text;
}
