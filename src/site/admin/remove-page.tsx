import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import type { removePage, restorePage } from './contract.ts';

interface Removed {
  id: string;
  title: string;
}

const failed = 'Unable to remove the page.';

/** Brings a removed page back. */
export const restoreRemoved = (id: string): Promise<boolean> =>
  attempt(async () => {
    const { note } = await call<typeof restorePage>('POST /v1/site/pages/{id}/restore', { params: { id } });
    notify({ text: note === null ? 'The page is back.' : `The page is back. ${note}` });
  }, 'Unable to restore the page.');

/** Removes a page at once, with Undo; asks first if something links to it. `done` is called after each change. */
export function useRemovePage(done: () => Promise<void> | void) {
  const [asked, setAsked] = useState<{ page: Removed; links: string }>();
  const remove = async (page: Removed, isConfirmed = false): Promise<void> => {
    setAsked(undefined);
    try {
      const query = { confirmed: isConfirmed ? ('true' as const) : ('false' as const) };
      await call<typeof removePage>('DELETE /v1/site/pages/{id}', { params: { id: page.id }, query });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 409 && error.message.includes(' to this page.')) setAsked({ page, links: error.message });
      else notifyProblem(error.message || failed);
      return;
    }
    const undo = () => void restoreRemoved(page.id).then(() => done());
    notify({ text: `“${page.title}” has been removed.`, action: { label: 'Undo', run: undo } });
    await done();
  };
  const question = (
    <Confirm
      isOpen={asked !== undefined}
      title={`Remove “${asked?.page.title ?? ''}”?`}
      confirm="Remove page"
      cancel="Cancel"
      isDangerous
      onConfirm={() => asked && void remove(asked.page, true)}
      onCancel={() => setAsked(undefined)}
    >
      <p>{asked?.links}</p>
    </Confirm>
  );
  return { remove: (page: Removed) => void remove(page), question };
}
