import type { ReactNode } from 'react';
import { call } from '#lib/api/api.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { productSentences, type restoreProduct } from '../contract.ts';
import styles from './archived-note.module.css';
import type { Product } from './product-types.ts';

/** Makes fields read-only while a product is archived, because changes can't be saved. */
export function ReadOnly({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return (
    <div inert={isOn} className={cx(isOn && styles.rest)}>
      {children}
    </div>
  );
}

export function ArchivedNote({ id, onSaved }: { id: string; onSaved: (product: Product) => void }) {
  const restore = async (): Promise<void> => {
    await attempt(async () => {
      onSaved(await call<typeof restoreProduct>('PATCH /v1/manage-products/{id}/restore', { params: { id } }));
      notify({ text: 'The product has been restored.' });
    }, productSentences.update);
  };
  return (
    <Note tone="warning">
      This product is archived. Shoppers do not see it, but orders still show it. Restore it to change it.{' '}
      <Button look="plain" size="small" onClick={() => void restore()}>
        Restore
      </Button>
    </Note>
  );
}
