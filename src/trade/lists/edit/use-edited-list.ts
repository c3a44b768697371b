import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { notify } from '#ui/feedback/notify.tsx';
import type { listOrderLists, saveOrderList } from '../contract.ts';
import { type EditedList, editedOf, inputOf, isFaulty } from './edited-list.ts';
import { listSentences as sentences } from '../sentences.ts';
import type { ShownList } from '../use-lists.ts';

/** A list that is being changed, and its saving. If somebody else has saved first, `conflict` is their version and the input stays. */
export function useEditedList(siteId: string, list: ShownList, saved: (list: ShownList) => void) {
  const [edited, setEdited] = useState<EditedList>(() => editedOf(list));
  const [conflict, setConflict] = useState<ShownList>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isDirty = JSON.stringify(edited) !== JSON.stringify(editedOf(list));
  const show = (stored: ShownList): void => {
    setEdited(editedOf(stored));
    setConflict(undefined);
    setRefusal(undefined);
    saved(stored);
  };
  const refuse = async (error: unknown): Promise<void> => {
    const faults = error instanceof Problem ? error.faults.map(({ message }) => message) : [];
    setRefusal(faults.length > 0 ? [...new Set(faults)].join(' ') : errorMessageOf(error, sentences.save));
    if (errorMessageOf(error, sentences.save) !== changedBySomeoneElse) return;
    const stored = await call<typeof listOrderLists>('GET /v1/trade/sites/{siteId}/lists', { params: { siteId } });
    setConflict(stored.find(({ id }) => id === list.id));
  };
  const save = async (): Promise<void> => {
    if (edited.items.some(isFaulty))
      return setRefusal('Some par levels or cartons are not right. See the marked fields.');
    setBusy(true);
    setRefusal(undefined);
    const body = { ...inputOf(edited), version: conflict?.version ?? list.version };
    const input = { params: { siteId, listId: list.id }, body };
    await call<typeof saveOrderList>('PUT /v1/trade/sites/{siteId}/lists/{listId}', input)
      .then((stored) => {
        show(stored);
        notify({ text: 'The list has been saved.' });
      }, refuse)
      .catch(() => undefined); // the reason of the first failure is shown
    setBusy(false);
  };
  return { edited, setEdited, isDirty, isBusy, refusal, conflict, save, keepTheirs: () => show(conflict ?? list) };
}
