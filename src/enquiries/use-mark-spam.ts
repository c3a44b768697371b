import { call } from '#lib/api/api.ts';
import type { RowSelection } from '#inbox/use-inbox.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { type markSpam, sentences } from './inbox-contract.ts';

const markedText = (count: number, isSpam: boolean): string => {
  const state = isSpam ? 'marked as spam' : 'marked as not spam';
  return count === 1
    ? `The enquiry has been ${state}.`
    : `${count.toLocaleString('en-AU')} enquiries have been ${state}.`;
};

/** Marks enquiries as spam or not spam, offers Undo and reloads the list. */
export function useMarkSpam() {
  const { change } = useChange();
  const mark = (selection: RowSelection, isSpam: boolean, done?: () => void): Promise<boolean> =>
    change(async () => {
      const { ids } = await call<typeof markSpam>('POST /v1/enquiries/spam', { body: { ...selection, isSpam } });
      const undo = { label: 'Undo', run: () => void mark({ ids }, !isSpam) };
      notify({ text: markedText(ids.length, isSpam), ...(ids.length > 0 && { action: undo }) });
      done?.();
    }, sentences.spamFailed);
  return mark;
}
