import { type Day, isDay } from '#lib/day.ts';

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A piece of a format: `DD`, `MMM`, `YYYY`, or what stands between them. */
interface Piece {
  part: 'day' | 'month' | 'year' | 'between';
  text: string;
}

export type DateFormat = readonly Piece[];

const usual = 'DD/MM/YYYY';
const letters = { D: 'day', M: 'month', Y: 'year' } as const;

function piecesOf(format: string): Piece[] {
  return [...format.matchAll(/D{1,2}|M{1,4}|Y{4}|Y{2}|[^DMY]+/gi)].map(([text]) => {
    const letter = text.charAt(0).toUpperCase();
    const part = letter === 'D' || letter === 'M' || letter === 'Y' ? letters[letter] : 'between';
    return { part, text: part === 'between' ? text : text.toUpperCase() };
  });
}

/** How a field writes its days: `DD/MM/YYYY` where it says nothing, or nothing that has day, month and year once each. */
export function dateFormatOf(format: string | null): DateFormat {
  const day = (format ?? '').replace(/[\s,T]*[Hh]{1,2}:.*$/, ''); // fields hold days, whatever time their format has
  const pieces = piecesOf(day);
  const parts = pieces.filter(({ part }) => part !== 'between').map(({ part }) => part);
  return parts.sort().join() === 'day,month,year' ? pieces : piecesOf(usual);
}

/** As one reads what to type: `dd/mm/yyyy`. */
export const formatHint = (format: DateFormat): string => format.map(({ text }) => text.toLowerCase()).join('');

function written(text: string, number: number): string {
  if (text === 'MMMM') return monthNames[number - 1] ?? '';
  if (text === 'MMM') return (monthNames[number - 1] ?? '').slice(0, 3);
  if (text === 'YY') return String(number % 100).padStart(2, '0');
  return String(number).padStart(text.length, '0');
}

/** `2026-11-20` as the format has it. */
export function showDay(day: Day, format: DateFormat): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const numbers = { day: date, month, year };
  return format.map(({ part, text }) => (part === 'between' ? text : written(text, numbers[part]))).join('');
}

const isNamed = ({ text }: Piece): boolean => text === 'MMM' || text === 'MMMM';

/** Whether the keys for digits do. */
export const isAllDigits = (format: DateFormat): boolean => !format.some(isNamed);

/** `20112026` is `20`, `11`, `2026` where the format is all digits. */
function split(text: string, parts: readonly Piece[]): string[] {
  if (!/^\d+$/.test(text) || !isAllDigits(parts)) return text.match(/\d+|[a-z]+/gi) ?? [];
  const digits = (piece: Piece): number => (piece.part === 'year' ? piece.text.length : 2);
  if (text.length !== parts.reduce((sum, piece) => sum + digits(piece), 0)) return [];
  let at = 0;
  return parts.map((piece) => text.slice(at, (at += digits(piece))));
}

function numberOf(piece: Piece, word: string): number | undefined {
  if (/^\d+$/.test(word)) return piece.part === 'year' ? yearOf(word) : Number(word);
  const month = word.toLowerCase();
  const at = monthNames.findIndex((name) => month.length >= 3 && name.toLowerCase().startsWith(month));
  return piece.part === 'month' && at >= 0 ? at + 1 : undefined;
}

/** Of two digits, those from 50 are of the last century. */
const lastCentury = 50;

function yearOf(word: string): number | undefined {
  if (word.length === 4) return Number(word);
  if (word.length !== 2) return undefined;
  return Number(word) + (Number(word) < lastCentury ? 2000 : 1900);
}

/** The day that was typed in this format or as `YYYY-MM-DD`; separators don't matter, `1/2/2026` and `01022026` are days too. */
export function readDay(typed: string, format: DateFormat): Day | undefined {
  const text = typed.trim();
  if (isDay(text)) return text;
  const parts = format.filter(({ part }) => part !== 'between');
  const words = split(text, parts);
  if (words.length !== parts.length) return undefined;
  const numbers = { day: 0, month: 0, year: 0, between: 0 };
  for (const [i, piece] of parts.entries()) numbers[piece.part] = numberOf(piece, words[i] ?? '') ?? 0;
  const two = (number: number): string => String(number).padStart(2, '0');
  const iso = `${numbers.year}-${two(numbers.month)}-${two(numbers.day)}`;
  return isDay(iso) ? iso : undefined;
}

/** Puts in what stands between as one types, so that digits alone do: `2011` becomes `20/11`. */
export function withSeparators(typed: string, format: DateFormat): string {
  const parts = format.filter(({ part }) => part !== 'between');
  if (!isAllDigits(parts) || !/^[\d\s./-]*$/.test(typed)) return typed;
  const separators = format.filter(({ part }, i) => part === 'between' && i > 0).map(({ text }) => text);
  let text = typed;
  let start = 0;
  for (const [i, { text: piece }] of parts.slice(0, -1).entries()) {
    const end = start + Math.max(piece.length, 2);
    if (!/^\d+$/.test(text.slice(start, end + 1))) {
      const next = /^\d*\D+/.exec(text.slice(start)); // typed with a separator already
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
