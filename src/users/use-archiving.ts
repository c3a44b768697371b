import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api.ts';
import { sentenceOf } from '#lib/problem.ts';
import { notify, notifyProblem } from '#ui/notify.tsx';
import { type archiveUser, type archiveUsers, type ChosenUsers, type restoreUsers, sentences } from './contract.ts';

const notRestored = 'Unable to restore the user.';

/** Archives users at once, and offers to bring them back; the list is read again after each. */
export function useArchiving() {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);

  /** False where it was refused, which is told. */
  const attempt = async (work: () => Promise<void>, otherwise: string): Promise<boolean> => {
    setBusy(true);
    const isDone = await work().then(
      () => true,
      (error: unknown) => {
        notifyProblem(sentenceOf(error, otherwise));
        return false;
      },
    );
    setBusy(false);
    await revalidate();
    return isDone;
  };
  const restore = (ids: string[]): void =>
    void attempt(async () => {
      const { changed } = await call<typeof restoreUsers>('POST /v1/users/restore', { body: { ids } });
      notify({ text: changed === 1 ? 'The user is back.' : `${changed.toLocaleString('en-AU')} users are back.` });
    }, notRestored);
  const told = (ids: string[]): string =>
    ids.length === 1
      ? sentences.deleted
      : `${ids.length.toLocaleString('en-AU')} users have been successfully deleted.`;
  const tell = (ids: string[]): void => notify({ text: told(ids), action: { label: 'Undo', run: () => restore(ids) } });

  return {
    isBusy,
    archive: (id: string) =>
      attempt(async () => {
        await call<typeof archiveUser>('PATCH /v1/users/{id}/archive', { params: { id } });
        tell([id]);
      }, sentences.deleteFailed),
    archiveAll: (chosen: ChosenUsers) =>
      attempt(async () => {
        const { ids } = await call<typeof archiveUsers>('POST /v1/users/archive', { body: chosen });
        tell(ids);
      }, sentences.deleteFailed),
  };
}
