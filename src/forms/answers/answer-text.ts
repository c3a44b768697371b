import { fullAddress } from '#addresses/full-address.ts';
import { formatPhone } from '#lib/text/company.ts';
import { isDay } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { type FormField, optionsOf } from '../definition/definition.ts';
import { typeOf } from '../definition/field-types.ts';
import { asNumber, asBoolean } from '../rules/values.ts';
import { dateFormatOf, showDay } from './date-format.ts';
import { addressOf, selectedValues, decodeAnswer, filesOf } from './encoding.ts';

/** Beyond this a number is no longer exact to the cent. */
const largestAmount = 1e13;

/** Between several values of one answer; labels and file names often contain commas. */
const separator = '; ';

/** A stored answer as readable text: labels of options, days in the field's format, `$1,480.00`, `Yes`. `''` for none. */
export function answerText(field: FormField, response: string): string {
  const { control } = typeOf(field.formFieldType);
  switch (control) {
    case 'select':
    case 'horizontalRadio':
    case 'verticalRadio':
      return labelFor(field)(response.trim());
    case 'multiSelect':
      return selectedValues(field, response).map(labelFor(field)).join(separator);
    case 'yesNo':
    case 'checkbox':
      return yesNoText(response);
    case 'date':
      return dayText(field, response);
    case 'currency':
      return amountText(response);
    case 'mobile':
      return formatPhone(response.trim());
    case 'address':
      return addressText(field, response);
    case 'files':
    case 'images':
      return fileNamesText(field, response);
    case 'signature':
      return response.trim() === '' ? '' : 'Signed';
    default:
      return response.trim();
  }
}

/** A value that is no longer an option is shown as it is. */
function labelFor(field: FormField): (value: string) => string {
  const labels = new Map(optionsOf(field).map(({ value, label }) => [value, label]));
  return (value) => labels.get(value) ?? value;
}

function yesNoText(response: string): string {
  const truth = asBoolean(response);
  if (truth === undefined) return response.trim();
  return truth ? 'Yes' : 'No';
}

function dayText({ dateFormat }: FormField, response: string): string {
  const day = response.trim().slice(0, 10);
  return isDay(day) ? showDay(day, dateFormatOf(dateFormat)) : response.trim();
}

function amountText(response: string): string {
  const amount = asNumber(response);
  return amount !== undefined && Math.abs(amount) < largestAmount ? formatDollars(amount) : response.trim();
}

/** In one line; the map's full address if the parts are unknown. */
function addressText(field: FormField, response: string): string {
  const answer = decodeAnswer(field, response);
  if (typeof answer === 'string') return answer.trim();
  const { fullAddress: mapAddress = '', ...parts } = addressOf(answer);
  const known = Object.keys(parts) as (keyof typeof parts)[]; // its own keys
  return known.some((part) => part !== 'unitNumber') ? fullAddress(parts) : mapAddress;
}

/** Original file names, not shortened. */
function fileNamesText(field: FormField, response: string): string {
  const answer = decodeAnswer(field, response);
  if (typeof answer === 'string') return answer.trim();
  return filesOf(answer)
    .map(({ name, origFileName }) => origFileName || name)
    .join(separator);
}
