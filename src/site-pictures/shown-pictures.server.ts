import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Picture, ShownPicture } from './contract.ts';
import { shownOf } from './picture-store.server.ts';

/** Pictures of the library as pages show them, by their ids. Those that are gone are left out. */
export async function shownPictures(db: Db | Tx, ids: readonly string[]): Promise<Map<string, ShownPicture>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('site_pictures')
    .select(['id', 'file_key as fileKey', 'kind', 'width', 'height', 'alternative_text as alt'])
    .select(['focus_x as x', 'focus_y as y', 'crop'])
    .where('id', 'in', [...new Set(ids)])
    .where('removed_at', 'is', null)
    .execute();
  return new Map(
    rows.map(({ id, x, y, kind, crop, ...row }) => {
      const stored = { kind: kind as Picture['kind'], crop: crop as Picture['crop'] }; // as the library has stored them
      return [id, shownOf({ ...row, ...stored, focus: { x, y } })];
    }),
  );
}
