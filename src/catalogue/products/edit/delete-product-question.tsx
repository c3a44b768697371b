import { call } from '#lib/api/api.ts';
import { DeleteQuestion } from '#ui/overlay/delete-question.tsx';
import type { deleteProduct } from '../contract.ts';

interface DeleteProductProps {
  product: { id: string; productName: string } | undefined;
  close: () => void;
  done: () => Promise<void>;
}

export function DeleteProduct({ product, close, done }: DeleteProductProps) {
  const params = { id: product?.id ?? '' };
  return (
    <DeleteQuestion
      kind="product"
      name={product?.productName}
      remove={() => call<typeof deleteProduct>('DELETE /v1/manage-products/{id}', { params })}
      close={close}
      done={async (isGone) => (isGone ? done() : undefined)}
    />
  );
}
