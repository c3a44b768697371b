import type { Settings } from '#company/contract.ts';

/** The company's bank account as customers read it; null if it is not in the settings. */
export function bankOf({ bank }: Pick<Settings, 'bank'>): Settings['bank'] | null {
  const { accountNumber, payId, bsb } = bank;
  if (accountNumber === '' && payId === '') return null;
  return { ...bank, bsb: bsb.replace(/^(\d{3})(\d{3})$/, '$1-$2') };
}

/** The lines of a document or mail that say where to pay; none if the settings have no bank account. */
export function payLines(settings: Pick<Settings, 'bank'>): string[] {
  const bank = bankOf(settings);
  if (!bank) return [];
  const { accountName, bsb, accountNumber, payId } = bank;
  const account = [bsb && `BSB ${bsb}`, accountNumber && `Account ${accountNumber}`].filter(Boolean).join('   ');
  return [accountName, account, payId && `PayID ${payId}`].filter((line) => line !== '');
}
