import { fullAddress } from '#addresses/full-address.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { isDay } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { type FormField, optionsOf } from '../definition/definition.ts';
import { asBoolean, asNumber } from '../rules/answer-values.ts';
import { dateFormatOf, showDay } from './date-format.ts';
import { addressOf, decodeAddress, decodeFiles, fileNameOf, filesOf, selectedValues } from './encoding.ts';

/* Functions that show stored answers as readable text. */

/** Larger amounts are no longer exact to the cent, so they are shown as stored. */
const largestAmount = 1e13;

/** Separator between the values of one answer; not a comma, because labels and file names often contain commas. */
const separator = '; ';

/** Finds the label of a value. A value that is no longer an option is shown as it is. */
function labelFor(field: FormField): (value: string) => string {
  const labels = new Map(optionsOf(field).map(({ value, label }) => [value, label]));
  return (value) => labels.get(value) ?? value;
}

export const labelText = (response: string, field: FormField): string => labelFor(field)(response.trim());

export const labelsText = (response: string, field: FormField): string =>
  selectedValues(response, field).map(labelFor(field)).join(separator);

export function truthText(response: string): string {
  const truth = asBoolean(response);
  if (truth === undefined) return response.trim();
  return truth ? 'Yes' : 'No';
}

export function dayText(response: string, { dateFormat }: FormField): string {
  const day = response.trim().slice(0, 10);
  return isDay(day) ? showDay(day, dateFormatOf(dateFormat)) : response.trim();
}

export function amountText(response: string): string {
  const amount = asNumber(response);
  return amount !== undefined && Math.abs(amount) < largestAmount ? formatDollars(amount) : response.trim();
}

export const phoneText = (response: string): string => formatPhone(response.trim());

export const signatureText = (response: string): string => (response.trim() === '' ? '' : 'Signed');

/** The address on one line, built from its parts, or the stored full address if it has no parts. */
export function addressText(response: string): string {
  const answer = decodeAddress(response);
  if (typeof answer === 'string') return answer.trim();
  const { fullAddress: whole = '', ...parts } = addressOf(answer);
  return Object.keys(parts).some((part) => part !== 'unitNumber') ? fullAddress(parts) : whole;
}

/** The original file names, not shortened. */
export function fileNamesText(response: string): string {
  const answer = decodeFiles(response);
  if (typeof answer === 'string') return answer.trim();
  return filesOf(answer).map(fileNameOf).join(separator);
}
