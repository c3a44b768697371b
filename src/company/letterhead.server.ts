import { fullAddress } from '#addresses/full-address.ts';
import { formatAbn, isAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import type { Settings } from './contract.ts';

/** The sender as shown at the head of a printed document. */
export function letterhead({ company }: Settings): { name: string; lines: string[] } {
  const { name, abn, address, officePhone, email } = company;
  const place = fullAddress(address).split(', ');
  const lines = [place.slice(0, -1).join(', '), place.at(-1) ?? '', formatPhone(officePhone), email];
  return { name, lines: [...(isAbn(abn) ? [`ABN ${formatAbn(abn)}`] : []), ...lines.filter((line) => line !== '')] };
}
