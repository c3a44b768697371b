import { agedCare } from './aged-care.ts';
import type { ServiceContent } from './content.ts';
import { covid } from './covid.ts';
import { education } from './education.ts';
import { government } from './government.ts';
import { healthcare } from './healthcare.ts';
import { hospitality } from './hospitality.ts';
import { retail } from './retail.ts';
import { sports } from './sports.ts';

const contents = [covid, retail, agedCare, education, government, healthcare, sports, hospitality];

/** What the page at this path says, however the path is written; for loaders, so that none of it is in a bundle. */
export function contentOf(path: string): ServiceContent | undefined {
  const own = path.toLowerCase().replace(/\/+$/, '');
  return contents.find((content) => content.path === own);
}
