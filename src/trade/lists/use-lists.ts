import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { listOrderLists } from './contract.ts';
import { listSentences as sentences } from './sentences.ts';

/** A list as the browser gets it. */
export type ShownList = ReplyOf<typeof listOrderLists>[number];
export type ShownItem = ShownList['items'][number];

/** The lists of a site; undefined until they are loaded. */
export function useLists(siteId: string) {
  const [lists, setLists] = useState<readonly ShownList[]>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    call<typeof listOrderLists>(
      'GET /v1/trade/sites/{siteId}/lists',
      { params: { siteId } },
      { signal: control.signal },
    ).then(
      (loaded) => {
        setLists(loaded);
        setFailure(undefined);
      },
      (error: unknown) => control.signal.aborted || setFailure(errorMessageOf(error, sentences.listOrders)),
    );
    return () => control.abort();
  }, [siteId, attempt]);
  /** Puts a saved list into its place, or at the end. */
  const put = (list: ShownList): void =>
    setLists((before = []) =>
      before.some(({ id }) => id === list.id)
        ? before.map((one) => (one.id === list.id ? list : one))
        : [...before, list],
    );
  return { lists, failure, put, reload: () => setAttempt((before) => before + 1) };
}
