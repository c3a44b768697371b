import { z } from 'zod';
import type { Tx } from '#platform/db/db.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import type { Files } from '#platform/storage/files.server.ts';
import { badInput } from '#lib/api/problem.ts';
import { brandRecord } from './brand.server.ts';
import { checkPictures } from './brand-pictures.server.ts';
import { checkOwnLogo } from './check-logo.server.ts';
import { brandContent } from './brand-contract.ts';
import { settingsContent } from './contract.ts';
import { firstSettings } from './first-settings.server.ts';
import { settingsRecord } from './settings.server.ts';

const { company, delivery } = settingsContent.shape;

/** The shape of `demo/site/company.json`. */
const companyFile = z.object({
  company: company.omit({ email: true }),
  delivery: delivery.pick({ times: true, dispatch: true, pickUp: true }),
  brand: brandContent,
});

/**
 * Writes the settings and the brand of a company, unless they exist. `content` is the parsed file; throws if its shape is invalid. An ABN
 * and e-mail address in the environment take precedence.
 */
export async function seedCompany(
  tx: Tx,
  content: unknown,
  { env, files, at }: { env: Env; files: Files; at: Date },
): Promise<void> {
  const file = companyFile.parse(content);
  const { content: brand, faults, store } = await checkPictures(files, file.brand, checkOwnLogo);
  if (faults.length > 0) throw badInput(...faults);
  await store();
  const first = firstSettings(env);
  const abn = env.companyAbn ?? file.company.abn;
  const settings = {
    ...first,
    company: { ...first.company, ...file.company, abn },
    delivery: { ...first.delivery, ...file.delivery },
  };
  const rows = [
    [settingsRecord.table, settingsContent.encode(settings)],
    [brandRecord.table, brandContent.encode(brand)],
  ] as const;
  for (const [table, row] of rows)
    await tx
      .insertInto(table)
      .values({ content: JSON.stringify(row), updated_at: at })
      .onConflict((conflicting) => conflicting.doNothing())
      .execute();
}
