import type { PromoStatus } from './contract.ts';

/** What a promo's status is called on pages and in files. */
export const statusWords: Record<PromoStatus, string> = {
  active: 'Active',
  expired: 'Expired',
  usedUp: 'Used up',
  archived: 'Archived',
};
