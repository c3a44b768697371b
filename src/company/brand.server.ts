import type { z } from 'zod';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { badInput } from '#lib/api/problem.ts';
import { readRecord, type RecordDeps, saveRecord, type StoredRecord } from './stored-record.server.ts';
import { type Brand, type BrandContent, brandContent, type updateBrand } from './brand-contract.ts';
import { checkPictures } from './brand-pictures.server.ts';
import { unreadableColours } from './derive-colours.server.ts';
import { firstBrand } from './first-brand.ts';

export const brandRecord: StoredRecord<BrandContent> = { table: 'brand', shape: brandContent, first: () => firstBrand };

/** The brand, from memory until a process changes it. */
export const readBrand = (deps: RecordDeps): Promise<Brand> => readRecord(deps, brandRecord);

/** Replaces the brand. Throws 400 for colours that nobody can read and for unusable pictures, 409 if `version` is outdated. */
export async function saveBrand(
  deps: RecordDeps & Pick<Deps, 'files'>,
  update: z.output<(typeof updateBrand)['shapes']['body']>,
  context: ActionContext,
): Promise<Brand> {
  const { content, faults, store } = await checkPictures(deps.files, update);
  faults.push(...unreadableColours(update).map(({ field, message }) => ({ path: field, message })));
  if (faults.length > 0) throw badInput(...faults);
  return saveRecord(deps, brandRecord, { update: { ...update, ...content }, context, beforeChange: store });
}
