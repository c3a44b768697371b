import { fullAddress } from '#addresses/full-address.ts';
import { formatPhone } from '#lib/text/company.ts';
import { isDay } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { type FormField, optionsOf } from '../definition/definition.ts';
import { typeOf } from '../definition/field-types.ts';
import { asNumber, asTruth } from '../rules/values.ts';
import { dateFormatOf, showDay } from './date-format.ts';
import { addressOf, chosenOf, decodeAnswer, filesOf } from './encoding.ts';

/** More than any amount that a field takes; beyond it a number is no longer exact to the cent. */
const largestAmount = 1e13;

/** Between several values of one answer; labels and names of files often hold commas. */
const between = '; ';

/** A stored answer as somebody reads it: options by their labels, a day in its field's format, `$1,480.00`, `Yes`. `''` for none. */
export function wordsOf(field: FormField, response: string): string {
  const { control } = typeOf(field.formFieldType);
  switch (control) {
    case 'select':
    case 'horizontalRadio':
    case 'verticalRadio':
      return labelFor(field)(response.trim());
    case 'multiSelect':
      return chosenOf(field, response).map(labelFor(field)).join(between);
    case 'yesNo':
    case 'checkbox':
      return truthIn(response);
    case 'date':
      return dayIn(field, response);
    case 'currency':
      return amountIn(response);
    case 'mobile':
      return formatPhone(response.trim());
    case 'address':
      return addressIn(field, response);
    case 'files':
    case 'images':
      return namesIn(field, response);
    case 'signature':
      return response.trim() === '' ? '' : 'Signed';
    default:
      return response.trim();
  }
}

/** A value that is no option by now stands for itself. */
function labelFor(field: FormField): (value: string) => string {
  const labels = new Map(optionsOf(field).map(({ value, label }) => [value, label]));
  return (value) => labels.get(value) ?? value;
}

function truthIn(response: string): string {
  const truth = asTruth(response);
  if (truth === undefined) return response.trim();
  return truth ? 'Yes' : 'No';
}

function dayIn({ dateFormat }: FormField, response: string): string {
  const day = response.trim().slice(0, 10);
  return isDay(day) ? showDay(day, dateFormatOf(dateFormat)) : response.trim();
}

function amountIn(response: string): string {
  const amount = asNumber(response);
  return amount !== undefined && Math.abs(amount) < largestAmount ? formatDollars(amount) : response.trim();
}

/** In one line; as it was found on the map where its parts are not known. */
function addressIn(field: FormField, response: string): string {
  const answer = decodeAnswer(field, response);
  if (typeof answer === 'string') return answer.trim();
  const { fullAddress: found = '', ...parts } = addressOf(answer);
  const known = Object.keys(parts) as (keyof typeof parts)[]; // its own keys
  return known.some((part) => part !== 'unitNumber') ? fullAddress(parts) : found;
}

/** Their own names, not the shortened ones. */
function namesIn(field: FormField, response: string): string {
  const answer = decodeAnswer(field, response);
  if (typeof answer === 'string') return answer.trim();
  return filesOf(answer)
    .map(({ name, origFileName }) => origFileName || name)
    .join(between);
}
