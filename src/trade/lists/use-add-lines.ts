import { useNavigate } from 'react-router';
import { useAttempt } from '#ui/feedback/attempt.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { countText } from '#lib/text/count-text.ts';
import { addLines, type OrderLine } from './order-lines.ts';
import { listSentences as sentences } from './sentences.ts';

/** Adds lines to the site's cart and goes there. `added` is called once they are in the cart. */
export function useAddLines(added: () => void) {
  const { isBusy, attempt } = useAttempt();
  const navigate = useNavigate();
  const add = (lines: readonly OrderLine[]): Promise<boolean> =>
    attempt(async () => {
      const { reasons, isAdded } = await addLines(lines);
      if (reasons.length > 0) notifyProblem(`Not everything could be added: ${reasons.join(' ')}`);
      if (!isAdded) return;
      added();
      if (reasons.length === 0) notify({ text: `${countText(lines.length, 'item')} added to the cart.` });
      await navigate('/shopping/view-cart');
    }, sentences.cart);
  return { isBusy, add };
}
