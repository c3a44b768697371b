import { sql } from 'kysely';
import { lastGoodBackup } from '#backup/last-good-backup.server.ts';
import type { Settings } from '#company/contract.ts';
import { firstSettings } from '#company/first-settings.server.ts';
import { readSettings, type SettingsDeps } from '#company/settings.server.ts';
import { hasAccess } from '#lib/api/access.ts';
import { conflict } from '#lib/api/problem.ts';
import type { Actor, ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import { noteEvent, type SystemEvent } from '#platform/db/system-events.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { readBlank } from '#site/content/read-blank.server.ts';
import type { ReadHealth } from '../checks/check.server.ts';
import type { Check } from '../contract.ts';
import { type OpeningPoint, openingSentences } from './contract.ts';

type OpeningDeps = SettingsDeps & Pick<Deps, 'db' | 'env' | 'clock'>;

/** The facts that decide whether a point is done, read once for all points. */
interface Facts {
  deps: OpeningDeps;
  checks: Record<'mail-server' | 'payment' | 'certificate' | 'backup', Check>;
  events: ReadonlySet<string>;
}

/** Why a point is not done yet, and what to do. A `link` replaces the point's own link. */
type Lack = Pick<OpeningPoint, 'figure' | 'advice'> & Partial<Pick<OpeningPoint, 'link' | 'action'>>;

/** Something that must be done before the opening. `missing` says what is left to do; undefined if the point is done. */
interface Point extends Pick<OpeningPoint, 'key' | 'name' | 'link'> {
  missing(facts: Facts): Promise<Lack | undefined>;
}

const system = (check: string) => ({
  to: `/admin/system/#${check}`,
  label: 'See the check',
  claim: 'ManageUserPermissions' as const,
});

/** The figure and advice of a check that is not ok. */
const missingBy = (check: Check) => (check.state === 'ok' ? undefined : check);

const points: readonly Point[] = [
  {
    key: 'company',
    name: 'Company',
    link: { to: '/admin/settings/#company', label: 'Enter it in Settings', claim: 'ManageUserPermissions' },
    async missing({ deps }) {
      const { company } = await readSettings(deps);
      if (await isCompanyEntered(deps, company)) return undefined;
      return {
        figure: `Every page and e-mail names “${company.name}”, with details that nobody has entered.`,
        advice: 'Enter your company’s name, address, phones and e-mail.',
      };
    },
  },
  {
    key: 'abn',
    name: 'ABN',
    link: { to: '/admin/settings/#company', label: 'Enter it in Settings', claim: 'ManageUserPermissions' },
    async missing({ deps }) {
      const { company } = await readSettings(deps);
      if (company.abn !== '') return undefined;
      return {
        figure: 'Your invoices are titled “Invoice” and name no ABN.',
        advice: 'Enter your ABN, so that they are tax invoices.',
      };
    },
  },
  {
    key: 'products',
    name: 'Products',
    link: { to: '/admin/manage-products/', label: 'Go to Products', claim: 'ManageCartProducts' },
    async missing({ deps: { db } }) {
      if (await db.selectFrom('listings').select('product_id').limit(1).executeTakeFirst()) return undefined;
      return {
        figure: 'The shop shows no product.',
        advice: 'Add products with a price and a picture, or import them from a file.',
      };
    },
  },
  {
    key: 'privacy-policy',
    name: 'Privacy policy',
    link: { to: '/privacy-policy/', label: 'Read it', claim: null },
    async missing({ deps: { db }, events }) {
      const blank = await firstBlank(db);
      if (blank)
        return {
          figure: blank.sentence,
          advice: 'Complete or remove what is in square brackets there, and publish the page.',
          link: { to: blank.path, label: 'Read it', claim: null },
        };
      if (events.has('privacy-policy-read')) return undefined;
      return {
        figure: 'Nobody has confirmed that it has been read.',
        advice:
          'Read the privacy policy and the terms and conditions, and check that your company does what they promise.',
        action: 'confirm-privacy-policy',
      };
    },
  },
  {
    key: 'mail',
    name: 'Mail server',
    link: system('mail-server'),
    async missing({ checks, events }) {
      const check = checks['mail-server'];
      if (check.state === 'ok' && events.has('test-mail')) return undefined;
      const { figure, state } = check;
      const advice = state === 'ok' ? 'Send yourself a test e-mail, and check that it arrives.' : check.advice;
      return { figure, advice, action: 'test-mail' };
    },
  },
  {
    key: 'payment',
    name: 'Payment',
    link: system('payment'),
    missing: async ({ checks }) => missingBy(checks.payment),
  },
  {
    key: 'https',
    name: 'Encryption (https)',
    link: system('certificate'),
    async missing({ checks: { certificate }, deps: { env } }) {
      const isUnseen = certificate.state === 'off' && env.publicUrl.startsWith('https:'); // this server cannot reach it, but visitors may
      return isUnseen ? undefined : missingBy(certificate);
    },
  },
  {
    key: 'backup',
    name: 'Backup',
    link: { to: '/admin/backups/', label: 'Go to Backups', claim: 'ManageUserPermissions' },
    async missing({ deps: { db }, checks: { backup } }) {
      if ((await lastGoodBackup(db)).at !== null) return undefined;
      return { figure: backup.figure, advice: backup.advice || 'Make one now, and check that it succeeds.' };
    },
  },
];

/** Whether somebody has entered the company's details, rather than leaving what the first start or the demo has put there. */
async function isCompanyEntered({ db, env }: OpeningDeps, company: Settings['company']): Promise<boolean> {
  if (company.name === firstSettings(env).company.name) return false;
  const { rows } = await sql`
    select from audit_log where entity = 'settings' and before -> 'company' is distinct from after -> 'company' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

const policies = [
  { path: '/privacy-policy/', name: 'privacy policy' },
  { path: '/terms-and-conditions/', name: 'terms and conditions page' },
] as const;

/** The first text in square brackets that is left to fill in, in the privacy policy or the terms and conditions. */
async function firstBlank(db: Db): Promise<{ path: string; sentence: string } | undefined> {
  for (const { path, name } of policies) {
    const blank = await readBlank(db, path);
    if (blank !== null) return { path, sentence: openingSentences.blank(name, shorten(blank)) };
  }
  return undefined;
}

const mostShown = 60;
const shorten = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown).trimEnd()}…` : text);

/** Points that holders of ManageSite may do; all other points need ManageUserPermissions. */
const ofSite: readonly OpeningPoint['key'][] = ['privacy-policy'];

async function happened(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('system_events').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

/** Whether this is a demo, which is not going to open: it has made-up records, or nothing but the demo's catalogue. */
async function isDemo(db: Db, events: ReadonlySet<string>): Promise<boolean> {
  if (events.has('demo-made') && !events.has('demo-removed')) return true;
  return (await db.selectFrom('demo_records').select('id').limit(1).executeTakeFirst()) !== undefined;
}

const note = (deps: OpeningDeps, event: SystemEvent) => noteEvent(deps.db, event, deps.clock.now());

/**
 * What is still to be done before the opening, limited to what the actor may do. Once everything has been done, the list stays empty, and from
 * then on failures are reported by the checks on the system page.
 */
export async function openingFor(deps: OpeningDeps, health: ReadHealth, actor: Actor): Promise<OpeningPoint[]> {
  const events = await happened(deps.db);
  if (events.has('opened') || (await isDemo(deps.db, events))) return [];
  const keys = ['mail-server', 'payment', 'certificate', 'backup'] as const;
  const { checks } = await health(keys);
  const byKey = Object.fromEntries(checks.map((check) => [check.key, check])) as Facts['checks']; // exactly these keys
  const facts = { deps, events, checks: byKey };
  const found = await Promise.all(
    points.map(async ({ missing, ...point }) => {
      const lack = await missing(facts);
      if (lack === undefined) return [];
      const { figure, advice, link = point.link, action = null } = lack;
      return [{ ...point, figure, advice, link, action }];
    }),
  );
  const open = found.flat();
  if (open.length === 0) await note(deps, 'opened');
  return hasAccess(actor, 'ManageUserPermissions') ? open : open.filter(({ key }) => ofSite.includes(key));
}

/** Records who has read the privacy policy, and when. The first confirmation counts; all confirmations are in the audit log. */
export async function confirmPrivacyPolicy(deps: OpeningDeps, { actor, requestId }: ActionContext): Promise<void> {
  const at = deps.clock.now();
  const blank = await firstBlank(deps.db);
  if (blank) throw conflict(blank.sentence);
  await inTransaction(deps.db, async (tx) => {
    const details = JSON.stringify({ userId: actor.id });
    await tx
      .insertInto('system_events')
      .values({ name: 'privacy-policy-read' satisfies SystemEvent, at, details })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await audit(tx, { actor, action: 'confirm', entity: 'privacy-policy', entityId: '1', at, requestId });
  });
}
