import { fullAddress } from '#addresses/full-address.ts';
import { formatAbn, isAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import type { PaperLook } from '#platform/pdf/pdf-drawing.server.ts';
import type { Sender } from '#platform/pdf/table-pdf.server.ts';
import { readBrand } from './brand.server.ts';
import { type IconDeps, readLogoPng, readPaperIcon } from './brand-icons.server.ts';
import { readReplacedColours } from './brand-stylesheet.server.ts';
import type { Settings } from './contract.ts';
import { readSettings } from './settings.server.ts';
import type { RecordDeps } from './stored-record.server.ts';

/** The company as its invoices name it. */
export type Supplier = Settings['company'] & {
  /** The registered name; `''` if it is the name that the company trades under. */
  legalName: string;
};

export async function readSupplier(deps: RecordDeps): Promise<Supplier> {
  const [{ company }, { legalName }] = await Promise.all([readSettings(deps), readBrand(deps)]);
  return { ...company, legalName: legalName === company.name ? '' : legalName };
}

/** Pixels of the icon in documents, where it is at most 36 points wide. */
const iconSide = 150;

/** Pixels of the logo in documents at most, where it is at most 220 by 56 points. */
const logoSize = { width: 880, height: 224 };

/** What the company's documents look like. */
export async function paperLook(deps: IconDeps): Promise<PaperLook> {
  const [{ fonts }, icon, logo, colours] = await Promise.all([
    readBrand(deps),
    readPaperIcon(deps, iconSide),
    readLogoPng(deps, logoSize),
    readReplacedColours(deps),
  ]);
  return { fonts, icon, logo: logo?.bytes, colours };
}

/** The sender as shown at the head of a printed document. */
export async function letterhead(deps: IconDeps): Promise<Sender> {
  const [supplier, look] = await Promise.all([readSupplier(deps), paperLook(deps)]);
  const { name, legalName, abn, address, officePhone, email } = supplier;
  const place = fullAddress(address).split(', ');
  const lines = [place.slice(0, -1).join(', '), place.at(-1) ?? '', formatPhone(officePhone), email];
  return {
    name,
    identity: [legalName, isAbn(abn) ? `ABN ${formatAbn(abn)}` : ''].filter((line) => line !== ''),
    lines: lines.filter((line) => line !== ''),
    look,
  };
}
