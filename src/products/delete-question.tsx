import { call } from '#lib/api.ts';
import { sentenceOf } from '#lib/problem.ts';
import { Confirm } from '#ui/confirm.tsx';
import { notify, notifyProblem } from '#ui/notify.tsx';
import { type deleteProduct, productSentences } from './contract.ts';

interface DeleteQuestionProps {
  product: { id: string; productName: string } | undefined;
  close: () => void;
  /** Once it is gone. */
  done: () => Promise<void>;
}

/** Asks before a product is deleted, in the specification's words. */
export function DeleteQuestion({ product, close, done }: DeleteQuestionProps) {
  const remove = async (id: string): Promise<void> => {
    close();
    try {
      await call<typeof deleteProduct>('DELETE /v1/manage-products/{id}', { params: { id } });
      notify({ text: productSentences.deleted });
      await done();
    } catch (error) {
      notifyProblem(sentenceOf(error, productSentences.remove));
    }
  };
  return (
    <Confirm
      isOpen={product !== undefined}
      title={`Delete ${product?.productName ?? ''}`}
      confirm="Delete product"
      cancel="Cancel"
      isDangerous
      onConfirm={() => product && void remove(product.id)}
      onCancel={close}
    >
      <p>{productSentences.deleteQuestion}</p>
    </Confirm>
  );
}
