import { forgetRecords, readRecord, replaceRecord } from '#company/stored-record.server.ts';
import { brandRecord } from '#company/brand.server.ts';
import { checkPictures, removeOtherPictures } from '#company/brand-pictures.server.ts';
import { addServices, type OfferedService } from '#site/service-library/add-services.server.ts';
import { readServiceLibrary } from '#site/service-library/service-library.server.ts';
import { unreadableColours } from '#company/derive-colours.server.ts';
import { settingsRecord } from '#company/settings.server.ts';
import {
  hasAdministrator,
  insertAdministrator,
  lockFirstAdministrator,
} from '#accounts/registration/first-administrator.server.ts';
import { sentences } from '#accounts/sentences.ts';
import { hashPassword } from '#accounts/sign-in/password-hashing.server.ts';
import { type Caller, type IssuedTokens, startSession } from '#accounts/sign-in/sessions.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { dropCached } from '#platform/db/cached-until-change.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { badInput, Problem } from '#lib/api/problem.ts';
import { setupLinkNeeded } from '#lib/api/sentences.ts';
import { type Setup, setupSentences } from './contract.ts';

type FinishDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'changes' | 'files'>;

/**
 * Sets up the site in one transaction: settings, brand, the services with their pages, and the administrator, who is signed in. If several
 * people finish at the same time, one succeeds; the others get 401, because the link is no longer valid.
 */
export async function finishSetup(
  deps: FinishDeps,
  { company, delivery, brand, services, administrator }: Setup,
  { requestId, ...caller }: Caller & { requestId: string },
): Promise<IssuedTokens> {
  const { content, faults, store } = await checkPictures(deps.files, brand);
  faults.push(...unreadableColours(brand).map(({ field, message }) => ({ path: field, message })));
  const wrong = faults.map(({ path, message }) => ({ path: `brand.${path}`, message }));
  const library = await readServiceLibrary();
  const offered = offeredOf(services);
  const isUnknown = ({ id }: OfferedService): boolean => !library.services.some((one) => one.id === id);
  wrong.push(
    ...offered.filter(isUnknown).map(({ id }) => ({ path: `services.${id}.name`, message: setupSentences.noService })),
  );
  if (wrong.length > 0) throw badInput(...wrong);
  const passwordHash = await hashPassword(administrator.password);
  const { version: _version, ...first } = await readRecord(deps, settingsRecord);
  await readRecord(deps, brandRecord); // creates the row if there is none
  const { email } = company;
  const notifications = { orders: [email], enquiries: [email], submissions: [email] };
  const settings = { ...first, company, delivery, notifications };
  const tokens = await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    await lockFirstAdministrator(tx);
    if (await hasAdministrator(tx)) throw new Problem(401, setupLinkNeeded);
    const { firstName, lastName, email: own, mobile } = administrator;
    const userId = await insertAdministrator(tx, { firstName, lastName, email: own, mobile, passwordHash, at });
    if (userId === undefined) throw badInput({ path: 'administrator.email', message: sentences.emailTaken });
    const by = { actor: { id: userId, firstName, lastName }, requestId };
    await replaceRecord(tx, settingsRecord, { update: settings, by, at });
    await replaceRecord(tx, brandRecord, { update: content, by, at });
    await addServices(deps, tx, { library, offered, colours: brand, by });
    await store();
    await tx.updateTable('setup').set({ draft: null, finished_at: at }).execute();
    return startSession(deps, tx, { userId, ...caller });
  });
  forgetRecords(deps);
  dropCached(deps, 'site');
  await removeOtherPictures(deps.files, content).catch(() => {}); // a failure does not matter: they would only take up space
  return tokens;
}

const offeredOf = (services: Setup['services']): OfferedService[] =>
  Object.entries(services).flatMap(([id, { isOffered, ...words }]) => (isOffered ? [{ id, ...words }] : []));
