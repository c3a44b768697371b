import { z } from 'zod';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { type addPriceList, type PriceList, priceListInput, type readPriceList } from './contract.ts';

export type ListOnPage = ReplyOf<typeof readPriceList>;

const labels = {
  name: 'Name',
  parentId: 'Prices come from',
  adjustPercent: 'Change them by, %',
  validFrom: 'First day',
  validTo: 'Last day',
};
export type ListValues = Record<keyof typeof labels, string>;

/** The fields in the dialog's order; a field's id is its name. */
export const listFields = Object.keys(labels) as (keyof ListValues)[]; // exactly these keys

export const emptyList: ListValues = { name: '', parentId: '', adjustPercent: '0', validFrom: '', validTo: '' };

export const valuesOf = ({ name, parentId, adjustPercent, validFrom, validTo }: ListOnPage): ListValues => ({
  name,
  parentId: parentId ?? '',
  adjustPercent: String(adjustPercent),
  validFrom: toTypedDay(validFrom ?? ''),
  validTo: toTypedDay(validTo ?? ''),
});

/** The request's body. A percentage that is not a number becomes NaN, so that validation reports it. */
export function bodyOf({ name, parentId, ...typed }: ListValues): InputOf<typeof addPriceList>['body'] {
  const percent = typed.adjustPercent.replace('−', '-').replace(/[\s%]/g, '');
  return {
    name,
    parentId: parentId || null,
    adjustPercent: percent === '' ? 0 : Number(percent),
    validFrom: toIsoDay(typed.validFrom) || null,
    validTo: toIsoDay(typed.validTo) || null,
  };
}

/** The schema of the form: the typed values become a request's body, which is validated as on the server. */
export const listForm = z.custom<ListValues>().transform(bodyOf).pipe(priceListInput);

export function differencesOf(
  stored: ListValues,
  mine: ListValues,
  parents: ReadonlyMap<string, string>,
): Difference[] {
  const wordsOf = (field: keyof ListValues, text: string) =>
    field === 'parentId' ? (parents.get(text) ?? '') : text.trim();
  return listFields
    .map((field) => ({
      label: labels[field],
      theirs: wordsOf(field, stored[field]),
      mine: wordsOf(field, mine[field]),
    }))
    .filter(({ theirs, mine: own }) => theirs !== own);
}

/** `5 % less than Trade`, `The shop’s prices` */
export function basisInWords({ parentName, adjustPercent }: Pick<PriceList, 'parentName' | 'adjustPercent'>): string {
  const base = parentName ?? 'the shop’s prices';
  if (adjustPercent === 0) return parentName ?? 'The shop’s prices';
  return `${Math.abs(adjustPercent).toLocaleString('en-AU')} % ${adjustPercent < 0 ? 'less' : 'more'} than ${base}`;
}
