import { call } from '#lib/api/api.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { type archiveUser, type archiveUsers, type UserSelection, type restoreUsers, sentences } from './contract.ts';

const notRestored = 'Unable to restore the user.';

const restoredText = (count: number): string =>
  count === 1 ? 'The user has been restored.' : `${count.toLocaleString('en-AU')} users have been restored.`;

function deletedText({ length }: readonly string[], isSelfLeftOut: boolean): string {
  const many = `${length.toLocaleString('en-AU')} users have been successfully deleted.`;
  const text = length === 1 ? sentences.deleted : many;
  return isSelfLeftOut ? `${text} ${sentences.selfLeftOut}` : text;
}

/** A selection without the viewer's own account, unless no other account is selected. */
function withoutSelf(selection: UserSelection, self: string | undefined): UserSelection {
  const others = selection.ids?.filter((id) => id !== self) ?? [];
  return others.length > 0 && others.length < (selection.ids?.length ?? 0) ? { ids: others } : selection;
}

/** Archives users at once and offers to undo it. The list is reloaded after each change. */
export function useArchiveUsers() {
  const { isBusy, change } = useChange();
  const restore = (ids: string[]): void =>
    void change(async () => {
      const { changed } = await call<typeof restoreUsers>('POST /v1/users/restore', { body: { ids } });
      notify({ text: restoredText(changed) });
    }, notRestored);
  const notifyDeleted = (ids: string[], isSelfLeftOut = false): void => {
    if (ids.length === 0 && isSelfLeftOut) return notifyProblem(sentences.notYourself);
    notify({ text: deletedText(ids, isSelfLeftOut), action: { label: 'Undo', run: () => restore(ids) } });
  };

  return {
    isBusy,
    archive: (id: string) =>
      change(async () => {
        await call<typeof archiveUser>('PATCH /v1/users/{id}/archive', { params: { id } });
        notifyDeleted([id]);
      }, sentences.deleteFailed),
    archiveAll: (selection: UserSelection, self: string | undefined) =>
      change(async () => {
        const body = withoutSelf(selection, self);
        const { ids, isSelfLeftOut } = await call<typeof archiveUsers>('POST /v1/users/archive', { body });
        notifyDeleted(ids, isSelfLeftOut || body !== selection);
      }, sentences.deleteFailed),
  };
}
