import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { sentenceOf } from '#lib/api/problem.ts';
import type { Chosen } from '#inbox/use-inbox.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { type sortSpam, sentences } from './inbox-contract.ts';

const told = (many: number, isSpam: boolean): string => {
  const state = isSpam ? 'put aside as spam' : 'not spam';
  return many === 1 ? `The enquiry is ${state}.` : `${many.toLocaleString('en-AU')} enquiries are ${state}.`;
};

/** Says of enquiries whether they are spam, with Undo; the list is read again after it. */
export function useSpam() {
  const { revalidate } = useRevalidator();
  const sort = async (chosen: Chosen, isSpam: boolean, done?: () => void): Promise<void> => {
    try {
      const { ids } = await call<typeof sortSpam>('POST /v1/enquiries/spam', { body: { ...chosen, isSpam } });
      const undo = { label: 'Undo', run: () => void sort({ ids }, !isSpam) };
      notify({ text: told(ids.length, isSpam), ...(ids.length > 0 && { action: undo }) });
      done?.();
    } catch (error) {
      notifyProblem(sentenceOf(error, sentences.spamFailed));
    }
    await revalidate();
  };
  return sort;
}
