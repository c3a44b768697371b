import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { sentenceOf } from '#lib/api/problem.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { type archiveUser, type archiveUsers, type ChosenUsers, type restoreUsers, sentences } from './contract.ts';

const notRestored = 'Unable to restore the user.';

function told({ length }: readonly string[], isSelfLeftOut: boolean): string {
  const many = `${length.toLocaleString('en-AU')} users have been successfully deleted.`;
  const text = length === 1 ? sentences.deleted : many;
  return isSelfLeftOut ? `${text} ${sentences.selfLeftOut}` : text;
}

/** Who ticks a whole page means the others on it, as who means all of a list does. */
function withoutSelf(chosen: ChosenUsers, self: string | undefined): ChosenUsers {
  const others = chosen.ids?.filter((id) => id !== self) ?? [];
  return others.length > 0 && others.length < (chosen.ids?.length ?? 0) ? { ids: others } : chosen;
}

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
  const tell = (ids: string[], isSelfLeftOut = false): void => {
    if (ids.length === 0 && isSelfLeftOut) return notifyProblem(sentences.notYourself);
    notify({ text: told(ids, isSelfLeftOut), action: { label: 'Undo', run: () => restore(ids) } });
  };

  return {
    isBusy,
    archive: (id: string) =>
      attempt(async () => {
        await call<typeof archiveUser>('PATCH /v1/users/{id}/archive', { params: { id } });
        tell([id]);
      }, sentences.deleteFailed),
    archiveAll: (chosen: ChosenUsers, self: string | undefined) =>
      attempt(async () => {
        const body = withoutSelf(chosen, self);
        const { ids, isSelfLeftOut } = await call<typeof archiveUsers>('POST /v1/users/archive', { body });
        tell(ids, isSelfLeftOut || body !== chosen);
      }, sentences.deleteFailed),
  };
}
