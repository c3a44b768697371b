import { fullAddress } from '#addresses/full-address.ts';
import { formatAbn, isAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import type { Sender } from '#platform/pdf/table-pdf.server.ts';
import { type IconDeps, paperIconSide, readIconPng } from './brand-icons.server.ts';
import { readSettings } from './settings.server.ts';

/** The sender as shown at the head of a printed document. */
export async function letterhead(deps: IconDeps): Promise<Sender> {
  const { company } = await readSettings(deps);
  const { name, abn, address, officePhone, email } = company;
  const place = fullAddress(address).split(', ');
  const lines = [place.slice(0, -1).join(', '), place.at(-1) ?? '', formatPhone(officePhone), email];
  return {
    name,
    lines: [...(isAbn(abn) ? [`ABN ${formatAbn(abn)}`] : []), ...lines.filter((line) => line !== '')],
    icon: await readIconPng(deps, paperIconSide),
  };
}
