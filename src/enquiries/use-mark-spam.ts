import { call } from '#lib/api/api.ts';
import type { RowSelection } from '#inbox/use-inbox.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { type markSpam, sentences } from './inbox-contract.ts';

const markedText = (many: number, isSpam: boolean): string => {
  const state = isSpam ? 'marked as spam' : 'marked as not spam';
  return many === 1
    ? `The enquiry has been ${state}.`
    : `${many.toLocaleString('en-AU')} enquiries have been ${state}.`;
};

/** Marks enquiries as spam or not spam, with Undo; the list is reloaded afterwards. */
export function useSpam() {
  const { change } = useChange();
  const mark = (chosen: RowSelection, isSpam: boolean, done?: () => void): Promise<boolean> =>
    change(async () => {
      const { ids } = await call<typeof markSpam>('POST /v1/enquiries/spam', { body: { ...chosen, isSpam } });
      const undo = { label: 'Undo', run: () => void mark({ ids }, !isSpam) };
      notify({ text: markedText(ids.length, isSpam), ...(ids.length > 0 && { action: undo }) });
      done?.();
    }, sentences.spamFailed);
  return mark;
}
