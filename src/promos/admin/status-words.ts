import type { PromoStatus } from './contract.ts';

export const statusWords: Record<PromoStatus, string> = {
  active: 'Active',
  expired: 'Expired',
  usedUp: 'Used up',
  archived: 'Archived',
};
