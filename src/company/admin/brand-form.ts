import { get, useWatch } from 'react-hook-form';
import { usePageForm } from '#history/page-form.tsx';
import { valueText } from '#history/change-text.ts';
import { call } from '#lib/api/api.ts';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { type FieldFault, messageOf } from '#ui/form/field-fault.ts';
import { brandContent, type getBrand, type updateBrand } from '../brand-contract.ts';

export type BrandOnPage = ReplyOf<typeof getBrand>;
export type BrandValues = Omit<InputOf<typeof updateBrand>['body'], 'version'>;
export type BrandField = keyof BrandValues;

export type PictureField = 'logo' | 'logoOnDark' | 'icon' | 'share';

export const brandFormSentences = {
  saved: 'The brand has been saved.',
  failed: 'Unable to save the brand.',
  readFailed: 'Unable to read the brand.',
};

/** Labels of the fields in the page's order; a field's id is its name. */
export const brandLabels: Record<BrandField, string> = {
  logo: 'Logo',
  logoOnDark: 'Logo on dark grounds',
  icon: 'Icon',
  share: 'Picture for other sites',
  accent: 'Accent colour',
  ink: 'Ink colour',
  fonts: 'Fonts',
  tagline: 'Tagline',
  about: 'About the company',
  acknowledgement: 'Acknowledgement of Country',
  hours: 'Opening hours',
  areas: 'Areas served',
  links: 'Pages elsewhere',
  legalName: 'Legal name',
};
const fields = Object.keys(brandLabels) as BrandField[]; // an object's own keys

const valuesOf = ({ version: _version, ...content }: BrandOnPage): BrandValues => content;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

const changedFields = (before: BrandValues, after: BrandValues): BrandField[] =>
  fields.filter((field) => !isSame(before[field], after[field]));

/** A value as text; a picture that is not saved yet has no name. */
const textOf = (value: unknown): string =>
  typeof value === 'string' && value.startsWith('data:') ? 'A new picture' : valueText(value);

/** The form of the brand, with its values and their faults. */
export function useBrandForm(stored: BrandOnPage) {
  const state = usePageForm(brandContent, {
    stored,
    valuesOf,
    changedPaths: changedFields,
    differencesOf: (theirs, mine) =>
      changedFields(theirs, mine).map((field) => ({
        label: brandLabels[field],
        theirs: textOf(theirs[field]),
        mine: textOf(mine[field]),
      })),
    read: () => call<typeof getBrand>('GET /v1/brand', {}),
    save: (_, values) => call<typeof updateBrand>('PUT /v1/brand', { body: { ...values, version: stored.version } }),
    sentences: brandFormSentences,
  });
  const { errors } = state.form.formState;
  const values = useWatch({ control: state.form.control }) as BrandValues; // every field has an initial value
  const errorOf = (field: BrandField): string | undefined => messageOf(get(errors, field));
  const faults = fields.flatMap((id): FieldFault[] => {
    const message = errorOf(id);
    return message === undefined ? [] : [{ id, message }];
  });
  return { ...state, values, changes: changedFields(valuesOf(stored), values).length, errorOf, faults };
}

type BrandForm = ReturnType<typeof useBrandForm>;

/** What the cards need of the form, which the set-up of a site has as well. */
export type BrandFields = Pick<BrandForm, 'form' | 'values' | 'errorOf'>;
