import { useRevalidator } from 'react-router';
import { HistoryPanel } from '#history/history-panel.tsx';
import { call } from '#lib/api/api.ts';
import { NameDialog } from './name-dialog.tsx';
import { DeleteQuestion } from '#ui/overlay/delete-question.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { type addCategory, type Category, categoryName, type deleteCategory, type updateCategory } from './contract.ts';

interface AddDialogProps {
  /** The parent of the new category; undefined at the top level. */
  parent: Category | undefined;
  added: (category: Category) => void;
  close: () => void;
}

export function AddDialog({ parent, added, close }: AddDialogProps) {
  const { revalidate } = useRevalidator();
  return (
    <NameDialog
      title="Create a Category"
      about={parent ? `Sub-category of ${parent.name}` : 'Top level'}
      label="Category name"
      shape={categoryName}
      name=""
      actionLabel="Create category"
      fallback="Unable to add the category."
      send={async (name) => {
        const body = { name, parentId: parent?.id ?? null };
        const made = await call<typeof addCategory>('POST /v1/manage-product-categories', { body });
        await revalidate();
        close();
        notify({ text: 'The category has been successfully added.' });
        added(made);
      }}
      onRefused={() => void revalidate()}
      close={close}
    />
  );
}

interface EditDialogProps {
  category: Category;
  all: readonly Category[];
  close: () => void;
}

export function EditDialog({ category, all, close }: EditDialogProps) {
  const { revalidate } = useRevalidator();
  const { id, name, version, url } = category;
  return (
    <NameDialog
      title="Update a Category"
      about={`Its address in the shop stays /${url}.`}
      label="Category name"
      shape={categoryName}
      name={name}
      stored={all.find((row) => row.id === id && row.version > version)?.name}
      actionLabel="Save category"
      fallback="Unable to update the category."
      send={async (changed, isOverwriting) => {
        const body = { id, name: changed, ...(!isOverwriting && { version }) };
        await call<typeof updateCategory>('PUT /v1/manage-product-categories', { body });
        await revalidate();
        close();
        notify({ text: 'The category has been successfully updated.' });
      }}
      onRefused={() => void revalidate()}
      close={close}
    >
      <HistoryPanel entity="category" id={id} />
    </NameDialog>
  );
}

export function DeleteCategory({ category, close }: { category: Category | undefined; close: () => void }) {
  const { revalidate } = useRevalidator();
  const params = { id: category?.id ?? '' };
  return (
    <DeleteQuestion
      kind="category"
      name={category?.name}
      remove={() => call<typeof deleteCategory>('DELETE /v1/manage-product-categories/{id}', { params })}
      close={close}
      done={revalidate}
    />
  );
}
