import { formatDollars } from '#lib/money.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import type { Column } from '#ui/table/table-config.ts';
import { mostShownBelowCost } from './below-cost-contract.ts';
import type { PromoStatus } from './contract.ts';
import styles from './promo-columns.module.css';
import type { PromoOnPage } from './promo-form.ts';
import { statusWords } from './status-words.ts';
import { Uses } from './promo-uses.tsx';

const tones: Record<PromoStatus, Tone> = { active: 'success', expired: 'neutral', usedUp: 'info', archived: 'neutral' };

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

/** `3 below cost`, or `100+ below cost` at the maximum. */
export const belowCostWords = (items: number): string =>
  `${items >= mostShownBelowCost ? `${mostShownBelowCost - 1}+` : items} below cost`;

export const promoColumns: readonly Column<PromoOnPage>[] = [
  {
    key: 'code',
    label: 'Code',
    sort: 'code',
    phone: 'name',
    cell: ({ code, status, belowCost }) => (
      <span className={styles.code}>
        <span title={code}>{code}</span>
        {status !== 'active' && <Badge tone={tones[status]}>{statusWords[status]}</Badge>}
        {!!belowCost && <Badge tone="warning">{belowCostWords(belowCost)}</Badge>}
      </span>
    ),
  },
  {
    key: 'discountPercentage',
    label: 'Discount Percentage',
    sort: 'discountPercentage',
    isNumeric: true,
    phone: 'side',
    cell: ({ discountPercentageValue, discountAmountValue }) =>
      discountPercentageValue || (
        <>
          <span className={styles.none}>–</span>
          <span className={styles.either}>{discountAmountValue}</span>
        </>
      ),
  },
  {
    key: 'discountAmount',
    label: 'Discount Amount',
    sort: 'discountAmount',
    isNumeric: true,
    cell: ({ discountAmountValue }) => discountAmountValue || null,
  },
  {
    key: 'minimumSpend',
    label: 'Minimum Spend',
    sort: 'minimumSpend',
    isNumeric: true,
    phone: 'line',
    phoneLabel: 'Minimum Spend',
    cell: ({ minimumSpend }) => formatDollars(minimumSpend),
  },
  {
    key: 'isApplicableToAllProducts',
    label: 'Applicable To All',
    sort: 'isApplicableToAllProducts',
    isWide: true,
    phone: 'line',
    phoneLabel: 'Applicable To All',
    cell: ({ isApplicableToAllProducts }) => yesNo(isApplicableToAllProducts),
  },
  {
    key: 'expiryDate',
    label: 'Expiry Date',
    sort: 'expiryDate',
    phone: 'line',
    phoneLabel: 'Expiry Date',
    cell: ({ expiryDateValue }) => expiryDateValue,
  },
  {
    key: 'isOneTimeUseOnly',
    label: 'One-Time Use',
    sort: 'isOneTimeUseOnly',
    isWide: true,
    phone: 'line',
    phoneLabel: 'One-Time Use',
    cell: ({ isOneTimeUseOnly }) => yesNo(isOneTimeUseOnly),
  },
  {
    key: 'uses',
    label: 'Uses',
    isNumeric: true,
    isWide: true,
    phone: 'foot',
    cell: (promo) => <Uses promo={promo} />,
  },
];
