import { lastGoodBackup } from '#backup/last-good-backup.server.ts';
import { readSettings, type SettingsDeps } from '#company/settings.server.ts';
import { hasAccess } from '#lib/api/access.ts';
import type { Actor, ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import { noteEvent, type SystemEvent } from '#platform/db/system-events.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { ReadHealth } from '../checks/check.server.ts';
import type { Check } from '../contract.ts';
import type { OpeningPoint } from './contract.ts';

type OpeningDeps = SettingsDeps & Pick<Deps, 'db' | 'env' | 'clock'>;

/** What a point is decided by; read once for all of them. */
interface Facts {
  deps: OpeningDeps;
  checks: Record<'mail-server' | 'payment' | 'certificate' | 'backup', Check>;
  events: ReadonlySet<string>;
}

/** What has to be done before the opening. `missing` says what was found and what to do, unless it is done. */
interface Point extends Pick<OpeningPoint, 'key' | 'name' | 'link'> {
  missing(facts: Facts): Promise<Pick<OpeningPoint, 'figure' | 'advice'> | undefined>;
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
    async missing({ events }) {
      if (events.has('privacy-policy-read')) return undefined;
      return {
        figure: 'Nobody has confirmed that it has been read.',
        advice:
          'Complete what is in square brackets, there and in the terms and conditions, and see that what it promises is what your company does.',
      };
    },
  },
  {
    key: 'mail',
    name: 'Mail server',
    link: system('mail-server'),
    async missing({ checks, events }) {
      const check = checks['mail-server'];
      if (check.state !== 'ok' || events.has('test-mail')) return missingBy(check);
      return { figure: check.figure, advice: 'Send yourself a test e-mail, and see that it arrives.' };
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
      const isUnseen = certificate.state === 'off' && env.publicUrl.startsWith('https:'); // from here; visitors may reach it
      return isUnseen ? undefined : missingBy(certificate);
    },
  },
  {
    key: 'backup',
    name: 'Backup',
    link: { to: '/admin/backups/', label: 'Go to Backups', claim: 'ManageUserPermissions' },
    async missing({ deps: { db }, checks: { backup } }) {
      if ((await lastGoodBackup(db)).at !== null) return undefined;
      return { figure: backup.figure, advice: backup.advice || 'Make one now, and see that it succeeds.' };
    },
  },
];

/** Points that holders of ManageSite may do; all others need ManageUserPermissions. */
const ofSite: readonly OpeningPoint['key'][] = ['privacy-policy'];

async function happened(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('system_events').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

const note = (deps: OpeningDeps, event: SystemEvent) => noteEvent(deps.db, event, deps.clock.now());

/**
 * What is missing before the shop opens, as far as the actor may do something about it. Once everything has been done it stays empty: from
 * then on the checks of the system page say what has failed.
 */
export async function openingFor(deps: OpeningDeps, health: ReadHealth, actor: Actor): Promise<OpeningPoint[]> {
  if (deps.env.demoContent) return [];
  const events = await happened(deps.db);
  if (events.has('opened')) return [];
  const keys = ['mail-server', 'payment', 'certificate', 'backup'] as const;
  const { checks } = await health(keys);
  const byKey = Object.fromEntries(checks.map((check) => [check.key, check])) as Facts['checks']; // exactly these keys
  const facts = { deps, events, checks: byKey };
  const found = await Promise.all(
    points.map(async ({ missing, ...point }) => {
      const lack = await missing(facts);
      return lack === undefined ? [] : [{ ...point, figure: lack.figure, advice: lack.advice }];
    }),
  );
  const open = found.flat();
  if (open.length === 0) await note(deps, 'opened');
  return hasAccess(actor, 'ManageUserPermissions') ? open : open.filter(({ key }) => ofSite.includes(key));
}

/** Records who has read the privacy policy, and when. The first confirmation counts; each is in the audit log. */
export async function confirmPrivacyPolicy(deps: OpeningDeps, { actor, requestId }: ActionContext): Promise<void> {
  const at = deps.clock.now();
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
