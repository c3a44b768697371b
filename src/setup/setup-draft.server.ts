import { unreadableColours } from '#company/derive-colours.server.ts';
import { brandPictures, checkPictures } from '#company/brand-pictures.server.ts';
import { brandContent } from '#company/brand-contract.ts';
import { settingsContent } from '#company/contract.ts';
import { firstBrand } from '#company/first-brand.ts';
import { firstSettings } from '#company/first-settings.server.ts';
import { readLibraryServices } from '#site/service-library/service-library.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import { type BrandTyped, draftLimit, type SetupDraft, setupSentences } from './contract.ts';

/** What the form shows first. What differs from company to company has no value, so that nobody keeps what is not theirs by mistake. */
async function emptyDraft(env: Env): Promise<SetupDraft> {
  const services = await readLibraryServices();
  const { company, ...settings } = settingsContent.encode(firstSettings(env));
  const { unitNumber: _unit, ...address } = company.address;
  const blank = Object.fromEntries(Object.keys(address).map((part) => [part, ''])) as typeof address; // the same keys
  return {
    settings: {
      ...settings,
      company: {
        name: '',
        abn: env.companyAbn ?? '',
        email: env.companyEmail ?? '',
        officePhone: '',
        mobile: '',
        address: { unitNumber: '', ...blank },
      },
    },
    brand: brandContent.encode(firstBrand),
    services: Object.fromEntries(services.map(({ id, name, summary }) => [id, { isOffered: false, name, summary }])),
    administrator: { firstName: '', lastName: '', email: '', mobile: '' },
  };
}

/**
 * The values of `draft` where it has the same shape as `first`, and those of `first` elsewhere: the draft may have been typed into an
 * earlier version of the page.
 */
function merged(first: unknown, draft: unknown): unknown {
  if (draft === undefined) return first;
  if (Array.isArray(first)) return Array.isArray(draft) ? draft.filter((one) => typeof one === 'string') : first;
  if (typeof first === 'object' && first !== null) {
    if (typeof draft !== 'object' || draft === null) return first;
    const values = draft as Record<string, unknown>; // an object
    return Object.fromEntries(Object.entries(first).map(([key, value]) => [key, merged(value, values[key])]));
  }
  const isText = typeof draft === 'string';
  if (typeof first === 'string') return isText ? draft : first;
  if (typeof first === 'boolean') return typeof draft === 'boolean' ? draft : first;
  return draft === null || isText || typeof draft === typeof first ? draft : first;
}

/** What has been typed so far, or what the form shows first. */
export async function readDraft({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<SetupDraft> {
  const row = await db.selectFrom('setup').select('draft').executeTakeFirst();
  return merged(await emptyDraft(env), JSON.parse(row?.draft ?? '{}')) as SetupDraft; // it has every field of the empty draft
}

/**
 * Stores a draft, with its pictures as files. Returns the brand with the paths of its pictures, and the faults of its pictures and colours;
 * a picture with a fault is not stored. If several people save at the same time, the last one wins.
 */
export async function saveDraft(
  deps: Pick<Deps, 'db' | 'env' | 'files'>,
  draft: SetupDraft,
): Promise<{ brand: BrandTyped; faults: Fault[] }> {
  const typed = merged(await emptyDraft(deps.env), draft) as SetupDraft; // as above
  const { content: brand, faults, store } = await checkPictures(deps.files, typed.brand);
  for (const field of brandPictures) if (faults.some(({ path }) => path === field)) brand[field] = null;
  const text = JSON.stringify({ ...typed, brand });
  if (text.length > draftLimit) throw new Problem(413, setupSentences.draftTooLong);
  await store();
  await deps.db.updateTable('setup').set({ draft: text }).where('finished_at', 'is', null).execute();
  const colours = brandContent.pick({ accent: true, ink: true }).safeParse(brand);
  if (colours.success)
    faults.push(...unreadableColours(colours.data).map(({ field, message }) => ({ path: field, message })));
  return { brand, faults };
}
