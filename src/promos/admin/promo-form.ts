import { z } from 'zod';
import type { Day } from '#lib/day.ts';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { type addPromo, promoInput, type readPromo } from './contract.ts';

/** A promo as JSON, with amounts in dollars. */
export type PromoOnPage = ReplyOf<typeof readPromo>;
type Body = Omit<InputOf<typeof addPromo>['body'], 'copyOf'>;

export interface PromoValues {
  code: string;
  discountType: '0' | '1';
  discountPercentage: string;
  discountAmount: number | null;
  description: string;
  hasMinimumSpend: boolean;
  minimumSpend: number | null;
  hasExpiryDate: boolean;
  /** `31/12/2026` */
  expiryDate: string;
  isApplicableToAllProducts: boolean;
  isOneTimeUseOnly: boolean;
}

/** In the dialog's order; a field's id is its name. */
export const promoFields = [
  'code',
  'description',
  'discountType',
  'discountPercentage',
  'discountAmount',
  'hasMinimumSpend',
  'minimumSpend',
  'hasExpiryDate',
  'expiryDate',
  'isApplicableToAllProducts',
  'isOneTimeUseOnly',
] as const satisfies readonly (keyof PromoValues)[];

/** The values of a new promo (specification of the shop, section 3): all false or 0, and today as the expiry date. */
export const newPromo = (today: Day): PromoValues => ({
  code: '',
  discountType: '0',
  discountPercentage: '0',
  discountAmount: 0,
  description: '',
  hasMinimumSpend: false,
  minimumSpend: 0,
  hasExpiryDate: false,
  expiryDate: toTypedDay(today),
  isApplicableToAllProducts: false,
  isOneTimeUseOnly: false,
});

export const valuesOf = (promo: PromoOnPage, today: Day): PromoValues => ({
  code: promo.code,
  discountType: promo.discountPercentage === null ? '1' : '0',
  discountPercentage: String(promo.discountPercentage ?? 0),
  discountAmount: promo.discountAmount ?? 0,
  description: promo.description,
  hasMinimumSpend: promo.minimumSpend > 0,
  minimumSpend: promo.minimumSpend,
  hasExpiryDate: promo.expiryDate !== null,
  expiryDate: toTypedDay(promo.expiryDate ?? today),
  isApplicableToAllProducts: promo.isApplicableToAllProducts,
  isOneTimeUseOnly: promo.isOneTimeUseOnly,
});

/** A discount amount requires a minimum spend. */
export const needsMinimum = ({ discountType, hasMinimumSpend }: PromoValues): boolean =>
  discountType === '1' || hasMinimumSpend;

const numberOf = (text: string): number | null => {
  const plain = text.replace(/[\s%]/g, '');
  return plain === '' ? null : Number(plain);
};

export function bodyOf(values: PromoValues): Body {
  const isAmount = values.discountType === '1';
  return {
    code: values.code,
    discountType: isAmount ? 1 : 0,
    discountPercentage: isAmount ? null : numberOf(values.discountPercentage),
    discountAmount: isAmount ? values.discountAmount : null,
    description: values.description,
    hasMinimumSpend: needsMinimum(values),
    minimumSpend: needsMinimum(values) ? values.minimumSpend : 0,
    hasExpiryDate: values.hasExpiryDate,
    expiryDate: values.hasExpiryDate ? toIsoDay(values.expiryDate) : null,
    isApplicableToAllProducts: values.isApplicableToAllProducts,
    isOneTimeUseOnly: values.isOneTimeUseOnly,
  };
}

export const typedPromo = z.custom<PromoValues>().transform(bodyOf).pipe(promoInput);

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');
const dollars = (amount: number | null | undefined): string =>
  amount === null || amount === undefined || Number.isNaN(amount) ? '' : formatDollars(amount);

const valuesInWords = (values: PromoValues) => {
  const body = bodyOf(values);
  return {
    Code: values.code.trim(),
    Discount: values.discountType === '1' ? dollars(body.discountAmount) : `${body.discountPercentage ?? ''} %`,
    Description: values.description.trim(),
    'Minimum spend': body.minimumSpend ? dollars(body.minimumSpend) : '',
    'Expiry date': values.hasExpiryDate ? values.expiryDate : '',
    'Applicable to all products': yesNo(values.isApplicableToAllProducts),
    'One-time use only': yesNo(values.isOneTimeUseOnly),
  };
};

export function differencesOf(stored: PromoValues, mine: PromoValues): Difference[] {
  const [theirs, own] = [valuesInWords(stored), valuesInWords(mine)];
  return (Object.keys(theirs) as (keyof typeof theirs)[]) // the keys of a literal
    .filter((label) => theirs[label] !== own[label])
    .map((label) => ({ label, theirs: theirs[label], mine: own[label] }));
}
