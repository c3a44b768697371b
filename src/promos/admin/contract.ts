import { z } from 'zod';
import { labelled, listFormat, yesNo } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { dayOf, baseVersion, money, moneyOf, optionalText, tableQuery, uuid } from '#lib/api/wire.ts';

/** Sentences on the promo pages. Those above the line `---` come from the shop specification, sections 2, 5 and 8. */
export const sentences = {
  loadFailed: 'Unable to load the promos.',
  addFailed: 'Unable to add the promo.',
  updateFailed: 'Unable to update the promo.',
  deleteFailed: 'Unable to delete the promo.',
  productsFailed: "Unable to load the promo code's associated products.",
  saveFailed: "Unable to save the promo code's associated products.",
  added: 'The promo has been successfully added.',
  updated: 'The promo has been successfully updated.',
  deleted: 'The promo has been successfully deleted.',
  productsSaved: "Promo's products have been successfully updated.",
  deleteTitle: 'Delete Promo',
  deleteQuestion: 'Are you sure you want to delete this promo? This cannot be undone.',
  typeMissing: 'Discount type is required.',
  percentageMissing: 'Discount percentage is required.',
  amountMissing: 'Discount amount is required.',
  amountZero: 'Discount amount must be greater than 0.',
  minimumMissing: 'Minimum spend is required.',
  minimumZero: 'Minimum spend must be greater than 0.',
  minimumTooSmall: 'Minimum spend must be greater than the discount amount.',
  expiryMissing: 'Expiry date is required.',
  // ---
  notFound: 'This promo no longer exists.',
  codeTaken: 'A promo with this code already exists.',
  twoKinds: 'Choose a percentage or an amount, not both.',
  restored: 'The promo has been restored.',
  restoreFailed: 'Unable to restore the promo.',
  productGone: 'This product no longer exists.',
  belowCostFailed: 'Unable to compare prices with purchase prices.',
  nothingToSave: 'Choose products to add or remove.',
} as const;

/** The form's values for the type of discount (specification of the shop, section 9). */
export const discountTypes = { percentage: 0, amount: 1 } as const;

export const percentage = z
  .number({ error: 'Discount percentage must be a number.' })
  .min(1, { error: 'Discount percentage must be at least 1.' })
  .max(100, { error: 'Discount percentage must not be 100.' })
  .refine((value) => Math.round(value * 100) / 100 === value, {
    error: 'Discount percentage can have at most two decimals.',
  });

const fields = {
  code: labelled('Product code', 2, 150),
  discountType: z
    .literal([0, 1], { error: sentences.typeMissing })
    .nullish()
    .meta({ description: '0 percentage, 1 amount; if left out, the field that is given decides.' }),
  discountPercentage: percentage.nullish().meta({ description: '1 to 100, at most two decimals.' }),
  discountAmount: moneyOf(sentences.amountMissing).nullish(),
  description: optionalText({ max: 200, long: 'Description must not exceed 200 characters.', isMultiline: true }),
  hasMinimumSpend: yesNo.nullish(),
  minimumSpend: moneyOf(sentences.minimumMissing)
    .nullish()
    .meta({ description: 'Null or 0 for no minimum; must be greater than the discount amount.' }),
  hasExpiryDate: yesNo.nullish(),
  expiryDate: dayOf(sentences.expiryMissing, 'Invalid date.')
    .nullish()
    .meta({ description: 'The last day on which the promo is valid; null if it does not expire.' }),
  isApplicableToAllProducts: yesNo.default(false),
  isOneTimeUseOnly: yesNo.default(false),
};

type Given = { [Name in keyof typeof fields]?: z.output<(typeof fields)[Name]> };

const isMissing = (value: unknown): boolean => value === null || value === undefined;

/** The discount type of an input; undefined if it has neither a type nor exactly one discount. */
function typeOf({ discountType, discountPercentage, discountAmount }: Given): 0 | 1 | undefined {
  if (discountType === 0 || discountType === 1) return discountType;
  if (isMissing(discountPercentage) === isMissing(discountAmount)) return undefined;
  return isMissing(discountAmount) ? discountTypes.percentage : discountTypes.amount;
}

const isAmount = (promo: Given): boolean => typeOf(promo) === discountTypes.amount;
const needsMinimum = (promo: Given): boolean => isAmount(promo) || promo.hasMinimumSpend === true;
const isBoth = (promo: Given): boolean => !isMissing(promo.discountPercentage) && !isMissing(promo.discountAmount);

/** Rules between fields. They also run if a field is invalid; that field then has its raw value. */
const rules: readonly [path: keyof Given, message: string, isBroken: (promo: Given) => boolean][] = [
  ['discountType', sentences.twoKinds, isBoth],
  ['discountType', sentences.typeMissing, (promo) => typeOf(promo) === undefined],
  [
    'discountPercentage',
    sentences.percentageMissing,
    (promo) => typeOf(promo) === discountTypes.percentage && isMissing(promo.discountPercentage),
  ],
  ['discountAmount', sentences.amountMissing, (promo) => isAmount(promo) && isMissing(promo.discountAmount)],
  ['discountAmount', sentences.amountZero, ({ discountAmount }) => discountAmount === 0],
  ['minimumSpend', sentences.minimumMissing, (promo) => needsMinimum(promo) && isMissing(promo.minimumSpend)],
  ['minimumSpend', sentences.minimumZero, (promo) => needsMinimum(promo) && promo.minimumSpend === 0],
  [
    'minimumSpend',
    sentences.minimumTooSmall,
    (promo) => isAmount(promo) && Number(promo.minimumSpend) <= Number(promo.discountAmount),
  ],
  ['expiryDate', sentences.expiryMissing, ({ hasExpiryDate, expiryDate }) => !!hasExpiryDate && isMissing(expiryDate)],
];

/** Adds the rules between fields, so that their faults are reported together with the faults of single fields. */
const withRules = <S extends z.ZodObject>(shape: S): S =>
  rules.reduce(
    (known, [name, error, isBroken]) =>
      known.refine((promo) => !isBroken(promo as Given), {
        path: [name],
        error,
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
    shape,
  );

export const promoInput = withRules(z.object(fields));
export type PromoInput = z.output<typeof promoInput>;

export const promoUpdate = withRules(z.object({ id: uuid, ...fields, version: baseVersion }));
export type PromoUpdate = z.output<typeof promoUpdate>;

export const promoStatuses = ['active', 'expired', 'usedUp', 'archived'] as const;
export type PromoStatus = (typeof promoStatuses)[number];

const promo = z.object({
  id: uuid,
  code: z.string(),
  description: z.string(),
  discountPercentage: z.number().nullable(),
  discountPercentageValue: z.string().meta({ description: '`10.00 %`, empty for an amount.' }),
  discountAmount: money.nullable(),
  discountAmountValue: z.string().meta({ description: '`$20.00`, empty for a percentage.' }),
  minimumSpend: money.meta({ description: '0 for none.' }),
  expiryDate: z.string().nullable().meta({ format: 'date' }),
  expiryDateValue: z.string().meta({ description: '`DD/MM/YYYY` or `N/A`.' }),
  isApplicableToAllProducts: z.boolean(),
  isOneTimeUseOnly: z.boolean(),
  createdDate: z.iso.datetime(),
  status: z.enum(promoStatuses),
  uses: z.int().meta({ description: 'The number of paid orders that use it and are not cancelled.' }),
  discountGiven: money.meta({ description: 'The total discount of those orders.' }),
  productCount: z
    .int()
    .nullable()
    .meta({ description: 'The number of its products; 10,001 means more than 10,000. Null if it applies to all.' }),
  belowCost: z.int().nullable().meta({
    description:
      'The number of items that it sells below their average purchase price; 101 means more than 100. Null unless it is active, and in lists of more than 100 promos.',
  }),
  version: z.int(),
});
export type Promo = z.output<typeof promo>;

export const access = 'ManageCartPromoCodes';
export const path = '/v1/shopping-cart/promoCode';
const params = z.object({ id: uuid });

export const promoSorts = [
  'code',
  'discountPercentage',
  'discountAmount',
  'minimumSpend',
  'isApplicableToAllProducts',
  'expiryDate',
  'isOneTimeUseOnly',
] as const;
export type PromoSort = (typeof promoSorts)[number];

const promosQuery = tableQuery(promoSorts).extend({
  status: z
    .enum(promoStatuses, { error: `Must be one of ${promoStatuses.join(', ')}.` })
    .optional()
    .meta({ description: 'If left out, all promos that are not archived.' }),
});
export type PromosQuery = z.output<typeof promosQuery>;

export const listPromos = endpoint('GET', path, {
  access,
  summary: 'The promos with their usage, sorted by code.',
  query: promosQuery,
  reply: z.array(promo),
});

export const exportPromos = endpoint('GET', `${path}/export`, {
  access,
  summary: 'The filtered list as a CSV or Excel file.',
  download: ['csv', 'xlsx'],
  query: promosQuery.omit({ page: true, pageSize: true }).extend({ format: listFormat }),
});

export const readPromo = endpoint('GET', `${path}/{id}`, {
  access,
  summary: 'A promo, archived or not.',
  params,
  reply: promo,
});

export const addPromo = endpoint('POST', path, {
  access,
  summary: 'Adds a promo; returns 409 if another promo has the code, ignoring case.',
  body: withRules(
    z.object({
      ...fields,
      copyOf: uuid.nullish().meta({ description: 'The promo whose products are copied.' }),
    }),
  ),
  reply: promo,
  status: 201,
});

export const updatePromo = endpoint('PUT', path, {
  access,
  summary: 'Changes a promo; returns 409 for an outdated version.',
  body: promoUpdate,
  reply: promo,
});

export const deletePromo = endpoint('DELETE', `${path}/{id}`, {
  access,
  summary: 'Deletes a promo, or archives it if it was ever used.',
  params,
});

export const restorePromo = endpoint('PATCH', `${path}/{id}/restore`, {
  access,
  summary: 'Restores an archived promo; returns 409 if another promo has its code now.',
  params,
  reply: promo,
});
