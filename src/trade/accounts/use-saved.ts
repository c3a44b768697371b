import { useRevalidator } from 'react-router';
import { notify } from '#ui/feedback/notify.tsx';

/**
 * What a dialog on the account's page does with its call: once the server has answered, it closes, says what has been saved, and the page's
 * data is reloaded. The dialog stays open with the error of a call that fails.
 */
export function useSaved(close: () => void) {
  const { revalidate } = useRevalidator();
  return async (work: Promise<unknown> | undefined, text: string): Promise<void> => {
    await work;
    close();
    notify({ text });
    await revalidate();
  };
}
