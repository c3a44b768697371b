import { z } from 'zod';
import { newPasswords, personFields, tokens } from '#accounts/contract.ts';
import { brandBodyLimit, brandContent } from '#company/brand-contract.ts';
import { settingsContent } from '#company/contract.ts';
import { service } from '#site/content/record-shapes.ts';
import { contentSentences, line } from '#site/content/content-fields.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { withMatchingPasswords } from '#lib/api/wire.ts';

export const setupSentences = {
  failed: 'Unable to finish the set-up.',
  notSaved: 'What you have typed could not be saved. It stays on this page, and is saved again with your next change.',
  draftTooLong: 'This is too much text.',
  sameService: 'Another service has this name.',
  noService: 'The library has no such service.',
} as const;

/** The maximum number of characters of a draft, not counting its pictures, which are stored as files. */
export const draftLimit = 60_000;

const { company, delivery } = settingsContent.shape;

export const administrator = withMatchingPasswords(z.object({ ...personFields, ...newPasswords }));

const serviceChoice = z.object({
  isOffered: z.boolean(),
  name: line,
  summary: service.shape.summary,
});

/** The services of the library by their ids; of those that are offered, name and summary in the company's own words. */
export const services = z.record(z.string().max(100), serviceChoice).superRefine((choices, { addIssue }) => {
  const names = new Set<string>();
  for (const [id, { isOffered, name }] of Object.entries(choices)) {
    if (!isOffered) continue;
    const key = name.toLowerCase();
    const message = name === '' ? contentSentences.required : names.has(key) && setupSentences.sameService;
    if (message) addIssue({ code: 'custom', path: [id, 'name'], message });
    names.add(key);
  }
});

/** What sets up a site, all at once. */
export const setup = z.object({ company, delivery, brand: brandContent, services, administrator });
export type Setup = z.output<typeof setup>;

/** A part of the draft as it was typed, right or wrong. */
const typed = <T extends object>() =>
  z
    .custom<T>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .meta({ description: 'As it was typed, right or wrong.' });

/** The settings. The set-up asks only for company and delivery; the rest are those of the first start. */
export type SettingsTyped = z.input<typeof settingsContent>;
export type BrandTyped = z.input<typeof brandContent>;
export type ServicesTyped = z.input<typeof services>;
export type AdministratorTyped = Record<keyof typeof personFields, string>;

const draft = z.object({
  settings: typed<SettingsTyped>(),
  brand: typed<BrandTyped>(),
  services: typed<ServicesTyped>(),
  administrator: typed<AdministratorTyped>(),
});
export type SetupDraft = z.output<typeof draft>;

const fault = z.object({ path: z.string(), message: z.string() });

export const openSetup = endpoint('POST', '/v1/setup/open', {
  access: 'public',
  setsUp: true,
  summary: 'Exchanges the token of the link for setting up the site for a cookie; 401 if it is not valid any more.',
  body: z.object({ token: z.string().max(200) }),
  rate: 'sign-in',
});

export const readSetup = endpoint('GET', '/v1/setup', {
  access: 'setup-link',
  summary: 'What has been typed so far to set up the site.',
  reply: draft,
});

export const saveSetup = endpoint('PUT', '/v1/setup', {
  access: 'setup-link',
  summary:
    'Keeps what has been typed so far; stores the pictures, and says which of them and of the colours cannot be used.',
  body: draft,
  reply: z.object({ brand: typed<BrandTyped>(), faults: z.array(fault) }),
  bodyLimit: brandBodyLimit,
  rate: 'typing',
});

export const finishSetup = endpoint('POST', '/v1/setup/finish', {
  access: 'setup-link',
  summary: 'Sets up the site, creates its administrator and signs them in. Only the first of several callers succeeds.',
  body: setup,
  reply: tokens,
  status: 201,
  bodyLimit: brandBodyLimit,
  rate: 'sign-in',
});
