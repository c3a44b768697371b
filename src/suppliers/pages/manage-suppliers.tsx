import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { HistoryPanel } from '#history/history-panel.tsx';
import { administrator } from '#lib/api-context.ts';
import { call } from '#lib/api.ts';
import { dayOf, format } from '#lib/day.ts';
import { tableRowsOrLater } from '#lib/table-rows.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table/data-table.tsx';
import { type Column, count, type Loaded, type RowAction } from '#ui/data-table/parts.ts';
import { useFound } from '#ui/data-table/use-found.ts';
import { DeleteQuestion } from '#ui/delete-question.tsx';
import { PlusIcon, TrashIcon, TruckIcon } from '#ui/icons.tsx';
import { notify } from '#ui/notify.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { PencilIcon } from '#ui/work-icons.tsx';
import {
  type addSupplier,
  type deleteSupplier,
  listSuppliers,
  type Supplier,
  supplierName,
  type updateSupplier,
} from '../contract.ts';
import { NameDialog } from '../name-dialog.tsx';
import type { Route } from './+types/manage-suppliers';
import styles from './manage-suppliers.module.css';

export const handle = { crumb: 'Suppliers' };

export const meta: Route.MetaFunction = () => [{ title: 'Spruce | Suppliers' }, { name: 'robots', content: 'noindex' }];

export function loader({ context, url }: Route.LoaderArgs) {
  administrator(context, url, 'ManageCartProducts');
  return tableRowsOrLater(context, listSuppliers, { url, otherwise: 'Unable to load the suppliers.' });
}

const columns: readonly Column<Supplier>[] = [
  { key: 'name', label: 'Name', sort: 'name', phone: 'name', cell: ({ name }) => name },
  {
    key: 'products',
    label: 'Products',
    isNumeric: true,
    phone: 'side',
    cell: ({ id, productCount }) =>
      productCount > 0 ? (
        <Link to={`/admin/manage-products/?supplier=${id}`}>
          {count(productCount)}
          <span className={styles.unit}>{productCount === 1 ? ' product' : ' products'}</span>
        </Link>
      ) : (
        '–'
      ),
  },
  {
    key: 'created',
    label: 'Created Date',
    sort: 'createdDate',
    phone: 'foot',
    cell: ({ createdDate }) => format(dayOf(new Date(createdDate))),
  },
];

type Task = { kind: 'add' } | { kind: 'edit' | 'delete'; supplier: Supplier };

/** Who the goods come from. */
export default function ManageSuppliers({ loaderData }: Route.ComponentProps) {
  const [task, setTask] = useState<Task>();
  const done = (): void => setTask(undefined);
  const add = (
    <Button size="small" onClick={() => setTask({ kind: 'add' })}>
      <PlusIcon />
      Create a Supplier
    </Button>
  );
  const actions = (supplier: Supplier): RowAction[] => [
    {
      label: 'Edit',
      icon: <PencilIcon />,
      shortcut: 'E',
      isAlways: true,
      onSelect: () => setTask({ kind: 'edit', supplier }),
    },
    {
      label: 'Delete',
      icon: <TrashIcon />,
      isAlways: true,
      isDangerous: true,
      startsGroup: true,
      onSelect: () => setTask({ kind: 'delete', supplier }),
    },
  ];
  return (
    <>
      <PageHead title="Suppliers" actions={add}>
        Who the goods come from.
      </PageHead>
      <DataTable
        {...loaderData}
        list="suppliers"
        things={['supplier', 'suppliers']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        usualSort="name"
        searchLabel="Search suppliers"
        actions={actions}
        empty={{
          title: 'No suppliers yet',
          text: 'Products can then be sorted by where they come from.',
          icon: <TruckIcon />,
          action: add,
        }}
      />
      {task?.kind === 'add' && <AddDialog close={done} />}
      {task?.kind === 'edit' && <EditDialog supplier={task.supplier} loaded={loaderData} close={done} />}
      <DeleteSupplier supplier={task?.kind === 'delete' ? task.supplier : undefined} close={done} />
    </>
  );
}

function AddDialog({ close }: { close: () => void }) {
  const { revalidate } = useRevalidator();
  return (
    <NameDialog
      title="Create a Supplier"
      label="Supplier name"
      shape={supplierName}
      name=""
      act="Create supplier"
      fallback="Unable to add the supplier."
      send={async (name) => {
        await call<typeof addSupplier>('POST /v1/manage-product-suppliers', { body: { name } });
        close();
        notify({ text: 'The supplier has been successfully added.' });
        await revalidate();
      }}
      close={close}
    />
  );
}

interface EditDialogProps {
  supplier: Supplier;
  /** As they are by now. */
  loaded: Loaded<Supplier>;
  close: () => void;
}

function EditDialog({ supplier, loaded, close }: EditDialogProps) {
  const { rows } = useFound(loaded);
  const { revalidate } = useRevalidator();
  const { id, name, version } = supplier;
  return (
    <NameDialog
      title="Update a Supplier"
      about={name}
      label="Supplier name"
      shape={supplierName}
      name={name}
      stored={rows.find((row) => row.id === id && row.version > version)?.name}
      act="Save supplier"
      fallback="Unable to update the supplier."
      send={async (changed, isLast) => {
        const body = { id, name: changed, ...(!isLast && { version }) };
        await call<typeof updateSupplier>('PUT /v1/manage-product-suppliers', { body });
        close();
        notify({ text: 'The supplier has been successfully updated.' });
        await revalidate();
      }}
      onRefused={() => void revalidate()}
      close={close}
    >
      <HistoryPanel entity="supplier" id={id} />
    </NameDialog>
  );
}

function DeleteSupplier({ supplier, close }: { supplier: Supplier | undefined; close: () => void }) {
  const { revalidate } = useRevalidator();
  const params = { id: supplier?.id ?? '' };
  return (
    <DeleteQuestion
      kind="supplier"
      name={supplier?.name}
      remove={() => call<typeof deleteSupplier>('DELETE /v1/manage-product-suppliers/{id}', { params })}
      close={close}
      done={revalidate}
    />
  );
}
