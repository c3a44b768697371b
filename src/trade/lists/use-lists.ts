import { useCallback } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { listOrderLists } from './contract.ts';
import { listSentences as sentences } from './sentences.ts';
import { useRecords } from './use-records.ts';

/** A list as the browser gets it. */
export type ShownList = ReplyOf<typeof listOrderLists>[number];
export type ShownItem = ShownList['items'][number];

/** The lists of a site; undefined until they are loaded. */
export function useLists(siteId: string) {
  const load = useCallback(
    (signal: AbortSignal) =>
      call<typeof listOrderLists>('GET /v1/trade/sites/{siteId}/lists', { params: { siteId } }, { signal }),
    [siteId],
  );
  const { records: lists, ...rest } = useRecords<ShownList>(load, sentences.listOrders);
  return { lists, ...rest };
}
