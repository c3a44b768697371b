import { addressNames } from '#addresses/field/address-values.ts';
import { type Day, isDay } from '#lib/day.ts';

/** Types of comparisons; `presence` only distinguishes empty from not empty. */
export type ComparedAs = 'text' | 'list' | 'truth' | 'number' | 'date' | 'presence';

/** How rules compare each kind of answer. Labels, text blocks and fields that show another answer are `none`. */
const comparisons = {
  text: 'text',
  choice: 'text',
  multi: 'list',
  yesNo: 'truth',
  checkbox: 'truth',
  number: 'number',
  date: 'date',
  files: 'presence',
  address: 'presence',
  none: 'text',
} as const satisfies Record<string, ComparedAs>;
export type AnswerKind = keyof typeof comparisons;

export const comparedAs = (kind: AnswerKind): ComparedAs => comparisons[kind];

export const addressParts = [...addressNames, 'fullAddress'] as const;
export type AddressPart = (typeof addressParts)[number];

/** An answer in memory: dates as `YYYY-MM-DD`, amounts in dollars, files as a list. */
export type Answer =
  | string
  | number
  | boolean
  | readonly unknown[]
  | Readonly<Partial<Record<AddressPart, string>>>
  | null
  | undefined;

/** Placeholder that stands for no date. */
export const placeholderDay = '1900-01-01';

const number = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
/** A day, with or without a valid time. */
export const isoDay = /^\d{4}-\d{2}-\d{2}([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)?$/;
const typedDay = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Parses a plain number; undefined for other text. */
export const asNumber = (text: string): number | undefined => (number.test(text.trim()) ? Number(text) : undefined);

/** A number as people type it: `$1,480.50`, `1 480`, `-5`; thousands separators must be consistent. */
const typedNumber =
  /^([+-]?)\s*\$?\s*([+-]?)((?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:\.\d*)?|\.\d+)$/;

/** Removes `$` and thousands separators from a typed number: `1480.50`; undefined if it is not a number. */
export function plainNumber(typed: string): string | undefined {
  const [, sign = '', inner = '', digits] = typedNumber.exec(typed.trim()) ?? [];
  if (digits === undefined || (sign !== '' && inner !== '')) return undefined;
  return (sign === '-' || inner === '-' ? '-' : '') + digits.replace(/[^\d.]/g, '');
}

/** Parses an ISO or `DD/MM/YYYY` day; undefined for other text and for the placeholder. */
export function asDay(text: string): Day | undefined {
  const trimmed = text.trim();
  const [, date, month, year] = typedDay.exec(trimmed) ?? [];
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}` : trimmed.slice(0, 10);
  const isPlain = year !== undefined || isoDay.test(trimmed);
  return isPlain && iso !== placeholderDay && isDay(iso) ? iso : undefined;
}

const booleans: Record<string, boolean> = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

/** Parses yes/no, true/false, 1/0; undefined for other text. */
export const asBoolean = (text: string): boolean | undefined => booleans[text.trim().toLowerCase()];

/** A value to compare; undefined means empty. */
export type Comparable = string | number | boolean | readonly string[] | undefined;

const filled = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Converts an answer for comparison. An untouched checkbox is false; all other answers may be empty. */
export function comparable(answer: Answer, as: ComparedAs, kind?: AnswerKind): Comparable {
  if (kind === 'checkbox' && (answer === null || answer === undefined || answer === '')) return false;
  if (answer === null || answer === undefined) return undefined;
  if (as === 'list') return listOf(answer);
  if (as === 'presence') return isPresent(answer) ? true : undefined;
  if (as === 'truth') return typeof answer === 'boolean' ? answer : asBoolean(textOf(answer));
  if (as === 'number') return numberOf(answer, kind);
  if (as === 'date') return asDay(textOf(answer));
  return filled(textOf(answer));
}

/** Answers may contain thousands separators and `$`; numbers in rules may not. */
function numberOf(answer: NonNullable<Answer>, kind: AnswerKind | undefined): number | undefined {
  if (typeof answer === 'number') return answer;
  const text = textOf(answer);
  return asNumber(kind === undefined ? text : (plainNumber(text) ?? text));
}

function textOf(answer: NonNullable<Answer>): string {
  if (Array.isArray(answer)) return answer.map(String).join(';');
  return typeof answer === 'object' ? '' : String(answer);
}

function listOf(answer: NonNullable<Answer>): readonly string[] | undefined {
  const all = Array.isArray(answer) ? answer.map(String) : textOf(answer).split(';');
  const selected = all.map((one) => one.trim()).filter((one) => one !== '');
  return selected.length > 0 ? selected : undefined;
}

function isPresent(answer: NonNullable<Answer>): boolean {
  if (Array.isArray(answer)) return answer.length > 0;
  if (typeof answer === 'object') return Object.values(answer).some((part) => String(part).trim() !== '');
  return typeof answer !== 'string' || answer.trim() !== '';
}
