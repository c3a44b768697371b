import { type Day, isDay } from '#lib/day.ts';

export const monthNames = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A token of a format: `DD`, `MMM`, `YYYY`, or a separator. */
interface FormatToken {
  part: 'day' | 'month' | 'year' | 'separator';
  text: string;
}

export type DateFormat = readonly FormatToken[];

const defaultFormat = 'DD/MM/YYYY';
const letters = { D: 'day', M: 'month', Y: 'year' } as const;

function tokensOf(format: string): FormatToken[] {
  return [...format.matchAll(/D{1,2}|M{1,4}|Y{4}|Y{2}|[^DMY]+/gi)].map(([text]) => {
    const letter = text.charAt(0).toUpperCase();
    const part = letter === 'D' || letter === 'M' || letter === 'Y' ? letters[letter] : 'separator';
    return { part, text: part === 'separator' ? text : text.toUpperCase() };
  });
}

/** Parses a field's date format. Uses `DD/MM/YYYY` unless the format has day, month and year exactly once each. */
export function dateFormatOf(format: string | null): DateFormat {
  const day = (format ?? '').replace(/[\s,T]*[Hh]{1,2}:.*$/, ''); // answers are days, so a time in the format is ignored
  const pieces = tokensOf(day);
  const parts = pieces.filter(({ part }) => part !== 'separator').map(({ part }) => part);
  return parts.sort().join() === 'day,month,year' ? pieces : tokensOf(defaultFormat);
}

/** Placeholder for a typed date: `dd/mm/yyyy`. */
export const formatHint = (format: DateFormat): string => format.map(({ text }) => text.toLowerCase()).join('');

function formatPart(text: string, number: number): string {
  if (text === 'MMMM') return monthNames[number - 1] ?? '';
  if (text === 'MMM') return (monthNames[number - 1] ?? '').slice(0, 3);
  if (text === 'YY') return String(number % 100).padStart(2, '0');
  return String(number).padStart(text.length, '0');
}

/** Formats a day, such as `2026-11-20`. */
export function showDay(day: Day, format: DateFormat): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const numbers = { day: date, month, year };
  return format.map(({ part, text }) => (part === 'separator' ? text : formatPart(text, numbers[part]))).join('');
}

const isNamed = ({ text }: FormatToken): boolean => text === 'MMM' || text === 'MMMM';

/** Whether a date can be typed with digits only. */
export const isAllDigits = (format: DateFormat): boolean => !format.some(isNamed);

/** Splits typed text into parts; `20112026` into `20`, `11`, `2026` if the format is all digits. */
function splitDate(text: string, parts: readonly FormatToken[]): string[] {
  if (!/^\d+$/.test(text) || !isAllDigits(parts)) return text.match(/\d+|[a-z]+/gi) ?? [];
  const digits = (piece: FormatToken): number => (piece.part === 'year' ? piece.text.length : 2);
  if (text.length !== parts.reduce((sum, piece) => sum + digits(piece), 0)) return [];
  let at = 0;
  return parts.map((piece) => text.slice(at, (at += digits(piece))));
}

function partNumber(piece: FormatToken, word: string): number | undefined {
  if (/^\d+$/.test(word)) return piece.part === 'year' ? yearOf(word) : Number(word);
  const month = word.toLowerCase();
  const at = monthNames.findIndex((name) => month.length >= 3 && name.toLowerCase().startsWith(month));
  return piece.part === 'month' && at >= 0 ? at + 1 : undefined;
}

/** Two-digit years from 50 on belong to the last century. */
const lastCentury = 50;

function yearOf(word: string): number | undefined {
  if (word.length === 4) return Number(word);
  if (word.length !== 2) return undefined;
  return Number(word) + (Number(word) < lastCentury ? 2000 : 1900);
}

/** Parses a day typed in this format or as `YYYY-MM-DD`; accepts any separators or none: `1/2/2026`, `01022026`. */
export function readDay(typed: string, format: DateFormat): Day | undefined {
  const text = typed.trim();
  if (isDay(text)) return text;
  const parts = format.filter(({ part }) => part !== 'separator');
  const words = splitDate(text, parts);
  if (words.length !== parts.length) return undefined;
  const numbers = { day: 0, month: 0, year: 0, separator: 0 };
  for (const [i, piece] of parts.entries()) numbers[piece.part] = partNumber(piece, words[i] ?? '') ?? 0;
  const two = (number: number): string => String(number).padStart(2, '0');
  const iso = `${numbers.year}-${two(numbers.month)}-${two(numbers.day)}`;
  return isDay(iso) ? iso : undefined;
}

/** Inserts separators while the user types digits: `2011` becomes `20/11`. */
export function withSeparators(typed: string, format: DateFormat): string {
  const parts = format.filter(({ part }) => part !== 'separator');
  if (!isAllDigits(parts) || !/^[\d\s./-]*$/.test(typed)) return typed;
  const separators = format.filter(({ part }, i) => part === 'separator' && i > 0).map(({ text }) => text);
  let text = typed;
  let start = 0;
  for (const [i, { text: piece }] of parts.slice(0, -1).entries()) {
    const end = start + Math.max(piece.length, 2);
    if (!/^\d+$/.test(text.slice(start, end + 1))) {
      const next = /^\d*\D+/.exec(text.slice(start)); // the user typed the separator
      if (!next) break;
      start += next[0].length;
    } else {
      if (text.length <= end) break;
      const between = separators[i] ?? '';
      text = text.slice(0, end) + between + text.slice(end);
      start = end + between.length;
    }
  }
  return text;
}
