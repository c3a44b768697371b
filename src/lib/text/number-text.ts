/*
 * How all imports read numbers in cells: digits, commas between thousands only, a point before decimals.
 * `1,5` is refused, because it means 1.5 to some people and 15 to others.
 */

const shape = /^-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/;

/** The number, or undefined if the text is not one. */
export function parseNumber(text: string): number | undefined {
  return shape.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

/** A whole number: also `1,200` and `1200.00`, as spreadsheets write them. `1.000` is refused, because it means a thousand to many people. */
export function parseWholeNumber(text: string): number | undefined {
  const number = /^-?[1-9]\d{0,2}\.000$/.test(text) ? undefined : parseNumber(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Dollars with at most two decimals, optionally with a `$`: `$1,234.50`. Undefined if the text is not such an amount. */
export function parseDollars(text: string): number | undefined {
  const plain = text.replace(/^\$\s*/, '');
  const decimals = plain.split('.')[1] ?? '';
  return plain.startsWith('-') || decimals.replace(/0+$/, '').length > 2 ? undefined : parseNumber(plain);
}

/** Whether a cell has nothing but a number or an amount: `-1,200`, `$5,000.00`, `(18.00)`, `10 %`. */
export const isAmount = (text: string): boolean => /^[(+-]?\s?\$?\s?\d[\d,]*(\.\d+)?\s?%?\)?$/.test(text.trim());

/** A percentage: `10`, `10%` and `12.5 %`. Undefined if the text is not one. */
export const parsePercent = (text: string): number | undefined => parseNumber(text.replace(/\s*%$/, ''));

const shortened = /^-?\d(\.\d+)?E\+?\d+$/i;
const month =
  /^(\d{1,2}-(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$/i;

/** A warning if a spreadsheet may have changed a code: spreadsheets shorten long numbers and turn some codes into dates. */
export function codeWarning(code: string): string | undefined {
  if (shortened.test(code) && /[.+]/.test(code))
    return `'${code}' looks like a long number that a spreadsheet has shortened. Format the column as text and enter the code again.`;
  return month.test(code)
    ? `'${code}' looks like a code that a spreadsheet has turned into a date. Format the column as text and enter the code again.`
    : undefined;
}
