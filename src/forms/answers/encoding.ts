import { fillMask } from '#lib/text/mask.ts';
import { phoneDigits } from '#lib/text/phone.ts';
import { type FileItem, kilobytes, shortFileName } from '#lib/uploads.ts';
import { type FormField, optionsOf, selectAll } from '../definition/definition.ts';
import {
  addressParts,
  type AddressPart,
  type Answer,
  asBoolean,
  asDay,
  isoDay,
  placeholderDay,
  plainNumber,
} from '../rules/answer-values.ts';

/*
 * The wire and storage format of answers (specification of the site, section 7): amounts as plain numbers, several choices
 * joined with `;`, `true` and `false`, days as `YYYY-MM-DD 00:00:00`, files as a JSON list, signatures as base64 without the
 * data URL prefix, addresses as JSON with `postCode`.
 */

/** The data URL prefix of a drawn signature. */
const signaturePrefix = /^data:image\/png;base64,/i;

/** Every PNG starts like this in base64. */
export const pngStart = 'iVBORw0KGgo';

const textOf = (answer: Answer): string =>
  typeof answer === 'string' ? answer : answer === null || answer === undefined ? '' : String(answer);

/** Limit in characters. */
export const longestNumber = 40;

export const encodeText = (answer: Answer): string => textOf(answer).trim();

export const encodeLines = (answer: Answer): string => textOf(answer).replace(/\r\n?/g, '\n').trim();

export const encodePhone = (answer: Answer): string => phoneDigits(textOf(answer));

export const encodeSignature = (answer: Answer): string => textOf(answer).replace(signaturePrefix, '');

export const decodeSignature = (text: string): Answer =>
  text.startsWith(pngStart) ? `data:image/png;base64,${text}` : text;

/** Image source of a signature: its path, or a data URL made from base64; `''` if there is no signature. */
export function signatureSource(answer: Answer): string {
  const text = encodeText(answer);
  return text === '' || text.startsWith('/') || text.startsWith('data:') ? text : `data:image/png;base64,${text}`;
}

/** A number as `1480.50`; other text is returned unchanged, so that validation reports it. */
export function encodeNumber(answer: Answer): string {
  const text = textOf(answer);
  return (text.length > longestNumber ? undefined : plainNumber(text)) ?? text.trim();
}

export function encodeTruth(answer: Answer): string {
  const truth = typeof answer === 'boolean' ? answer : asBoolean(textOf(answer));
  return truth === undefined ? encodeText(answer) : String(truth);
}

export const decodeTruth = (text: string): Answer => asBoolean(text) ?? text;

export function encodeDay(answer: Answer): string {
  const text = encodeText(answer);
  const day = asDay(text);
  if (day) return `${day} 00:00:00`;
  return text.startsWith(placeholderDay) && isoDay.test(text) ? '' : text;
}

export const decodeDay = (text: string): Answer => asDay(text.trim()) ?? encodeDay(text);

/** Applies the mask, so that users may leave out its literal characters; text that does not fit is returned unchanged. */
export function encodeMasked(answer: Answer, { maskedInputMask }: FormField): string {
  const text = encodeText(answer);
  const { text: filled, isComplete } = fillMask(maskedInputMask ?? '', text);
  return isComplete ? filled : text;
}

/** The selected values of a multi select; `Select all` expands to all of them. */
export function selectedValues(answer: Answer, field: FormField): string[] {
  const given = Array.isArray(answer) ? answer.map(String) : textOf(answer).split(';');
  const selected = [...new Set(given.map((value) => value.trim()).filter((value) => value !== ''))];
  return selected.includes(selectAll.value) ? optionsOf(field).map(({ value }) => value) : selected;
}

type Address = Partial<Record<AddressPart, string>>;

/** The parts of an address that are not blank. */
export function addressOf(answer: Answer): Address {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return {};
  const given = answer as Address; // an object that is not a list can only be an address
  return Object.fromEntries(
    addressParts.map((part) => [part, String(given[part] ?? '').trim()]).filter(([, text]) => text !== ''),
  );
}

export function encodeAddress(answer: Answer): string {
  if (typeof answer === 'string') return answer.trim(); // not an address: validation reports it
  const { postcode, ...rest } = addressOf(answer);
  const address = { ...rest, ...(postcode !== undefined && { postCode: postcode }) };
  return Object.keys(address).length === 0 ? '' : JSON.stringify(address);
}

/**
 * A file of an answer, either in wire format or from the uploader. The uploader's files have a size in bytes, and a path once
 * they are stored.
 */
type AnswerFile = FileItem | { origFileName: string; size: number; path?: string; fault?: string; canRetry?: boolean };

/** A file that the uploader rejected stays in its list, but is not part of the answer. */
const isAccepted = (file: AnswerFile): boolean => 'data' in file || file.fault === undefined || file.canRetry === true;

/** The fault of the first file whose upload failed but may be retried; undefined if there is none. */
export const uploadFault = (answer: Answer): string | undefined =>
  Array.isArray(answer)
    ? (answer as AnswerFile[]).filter(isAccepted).flatMap((file) => ('fault' in file && file.fault) || [])[0]
    : undefined; // a list contains file items or uploads

/** The name that the user gave the file. */
export const fileNameOf = ({ name, origFileName }: FileItem): string => origFileName || name;

/** The files of an answer in wire format. */
export const filesOf = (answer: Answer): FileItem[] =>
  Array.isArray(answer) ? (answer as AnswerFile[]).filter(isAccepted).map(asItem) : []; // a list contains file items or uploads

const asItem = (file: AnswerFile): FileItem =>
  'data' in file
    ? file
    : {
        name: shortFileName(file.origFileName),
        origFileName: file.origFileName,
        data: file.path ?? '',
        size: kilobytes(file.size),
      };

export function encodeFiles(answer: Answer): string {
  if (typeof answer === 'string') return answer.trim(); // not a list of files: validation reports it
  const files = filesOf(answer);
  return files.length === 0 ? '' : JSON.stringify(files);
}

function parseJson<T>(text: string, isExpected: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isExpected(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFileItem = (value: unknown): value is FileItem =>
  isObject(value) &&
  ['name', 'origFileName', 'data'].every((key) => typeof value[key] === 'string') &&
  typeof value['size'] === 'number';

const isFileList = (value: unknown): value is FileItem[] => Array.isArray(value) && value.every(isFileItem);

export const decodeFiles = (text: string): Answer => (text.trim() === '' ? [] : (parseJson(text, isFileList) ?? text));

export function decodeAddress(text: string): Answer {
  if (text.trim() === '') return {};
  const given = parseJson(text, isObject);
  if (!given) return text;
  const { postCode, ...rest } = given;
  const all: Record<string, unknown> = { ...rest, postcode: postCode ?? rest['postcode'] };
  const isValid = Object.values(all).every((part) => part === undefined || part === null || typeof part === 'string');
  if (!isValid) return text;
  const address = addressOf(all as Address); // each part was checked above
  // An object with none of the known parts is not an address.
  return Object.keys(address).length > 0 || Object.values(all).every((part) => !String(part ?? '').trim())
    ? address
    : text;
}
