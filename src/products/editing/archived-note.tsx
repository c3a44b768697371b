import { call } from '#lib/api.ts';
import { sentenceOf } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { notify, notifyProblem } from '#ui/notify.tsx';
import { productSentences, type restoreProduct } from '../contract.ts';
import type { Product } from './wire.ts';

/** Says that a product is in no list any more, and brings it back. */
export function ArchivedNote({ id, onSaved }: { id: string; onSaved: (product: Product) => void }) {
  const restore = async (): Promise<void> => {
    try {
      onSaved(await call<typeof restoreProduct>('PATCH /v1/manage-products/{id}/restore', { params: { id } }));
      notify({ text: 'The product is back.' });
    } catch (error) {
      notifyProblem(sentenceOf(error, productSentences.update));
    }
  };
  return (
    <Note tone="warning">
      This product is archived: it is in no list, and only old orders show it.{' '}
      <Button look="plain" size="small" onClick={() => void restore()}>
        Restore
      </Button>
    </Note>
  );
}
