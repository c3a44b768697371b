import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { TableViews } from '#ui/table/table-config.ts';
import type { createView, deleteView, TableView, updateView, ViewedList } from './contract.ts';

/** Props of a table's view bar. The page's loader reads the views and is revalidated after each change. */
export function useTableViews(list: ViewedList, views: readonly TableView[]): TableViews {
  const { revalidate } = useRevalidator();
  return {
    views,
    save: async ({ id, name, query, isShared }) => {
      const body = { name, query, isShared };
      await (id === undefined
        ? call<typeof createView>('POST /v1/table-views', { body: { list, ...body } })
        : call<typeof updateView>('PUT /v1/table-views/{id}', { params: { id }, body }));
      await revalidate();
    },
    remove: async (id) => {
      await call<typeof deleteView>('DELETE /v1/table-views/{id}', { params: { id } });
      await revalidate();
    },
  };
}
