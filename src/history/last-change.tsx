import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import type { Change, Entity, readHistory } from './contract.ts';

/** Who changed a record last, and when; nothing if the history cannot be read. */
export function LastChange({ entity, id }: { entity: Entity; id: string }) {
  const [change, setChange] = useState<Change>();
  useEffect(() => {
    const input = { params: { entity, id }, query: { page: 1, pageSize: 1 } };
    call<typeof readHistory>('GET /v1/history/{entity}/{id}', input).then(
      ([last]) => setChange(last),
      () => {}, // the page is complete without it
    );
  }, [entity, id]);
  if (!change) return null;
  return (
    <p>
      Changed by <b>{change.actorName}</b>, {formatInstant(new Date(change.at))}.
    </p>
  );
}
