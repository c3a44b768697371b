import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Link } from '#ui/link.tsx';
import { requireAdministrator } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { dayOf, format } from '#lib/day.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { Button } from '#ui/button/button.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { type Column, formatCount, type RowAction } from '#ui/table/table-config.ts';
import { deleteAction, editAction } from '#ui/table/row-actions.tsx';
import { DeleteQuestion } from '#ui/overlay/delete-question.tsx';
import { PlusIcon, TruckIcon } from '#ui/icons/icons.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import {
  type addSupplier,
  type deleteSupplier,
  listSuppliers,
  type Supplier,
  type updateSupplier,
} from '../contract.ts';
import { SupplierDialog } from '../supplier-dialog.tsx';
import { emptySupplier, valuesOf } from '../supplier-form.ts';
import type { Route } from './+types/manage-suppliers';
import styles from './manage-suppliers.module.css';

export const handle = { crumb: 'Suppliers' };

export const meta = backOfficeMeta('Suppliers');

export function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartProducts');
  return tableRowsOrPromise(context, listSuppliers, { url, otherwise: 'Unable to load the suppliers.' });
}

const columns: readonly Column<Supplier>[] = [
  { key: 'name', label: 'Name', sort: 'name', phone: 'name', cell: ({ name }) => name },
  {
    key: 'contact',
    label: 'Contact',
    isLong: true,
    phone: 'line',
    cell: ({ contactName }) => contactName || null,
  },
  {
    key: 'email',
    label: 'Email',
    isLong: true,
    isWide: true,
    phone: 'line',
    cell: ({ email }) => email && <EmailLink email={email} />,
  },
  {
    key: 'phone',
    label: 'Phone',
    phone: 'line',
    cell: ({ phone }) => (phone ? <PhoneLink phone={phone} className={styles.phone} /> : null),
  },
  {
    key: 'terms',
    label: 'Payment terms',
    isWide: true,
    isHiddenAtFirst: true,
    cell: ({ paymentTerms }) => paymentTerms || null,
  },
  {
    key: 'lead',
    label: 'Lead time',
    isNumeric: true,
    isWide: true,
    cell: ({ leadDays }) => (leadDays === null ? null : leadDays === 1 ? '1 day' : `${leadDays} days`),
  },
  {
    key: 'products',
    label: 'Products',
    isNumeric: true,
    phone: 'side',
    cell: ({ id, productCount }) =>
      productCount > 0 ? (
        <Link to={`/admin/manage-products/?supplier=${id}`}>
          {formatCount(productCount)}
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

type Task = { kind: 'add'; supplier?: undefined } | { kind: 'edit' | 'delete'; supplier: Supplier };

/** An e-mail link that may break after the @ in a narrow column. */
function EmailLink({ email }: { email: string }) {
  const [name, host] = email.split('@');
  return (
    <a href={`mailto:${email}`}>
      {name}@<wbr />
      {host}
    </a>
  );
}

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
    editAction(() => setTask({ kind: 'edit', supplier })),
    deleteAction(() => setTask({ kind: 'delete', supplier })),
  ];
  return (
    <>
      <PageHead title="Suppliers" actions={add}>
        The companies that you buy products from.
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
          text: 'Add suppliers to order products from them.',
          icon: <TruckIcon />,
          action: add,
        }}
      />
      {(task?.kind === 'add' || task?.kind === 'edit') && <EditDialog supplier={task.supplier} close={done} />}
      <DeleteSupplier supplier={task?.kind === 'delete' ? task.supplier : undefined} close={done} />
    </>
  );
}

/** Changes `supplier`, or adds a new one if it is undefined. */
function EditDialog({ supplier, close }: { supplier?: Supplier | undefined; close: () => void }) {
  const { revalidate } = useRevalidator();
  return (
    <SupplierDialog
      title={supplier ? 'Update a Supplier' : 'Create a Supplier'}
      actionLabel={supplier ? 'Save supplier' : 'Create supplier'}
      values={supplier ? valuesOf(supplier) : emptySupplier}
      supplier={supplier}
      fallback={supplier ? 'Unable to update the supplier.' : 'Unable to add the supplier.'}
      send={async (body, version) => {
        if (supplier) {
          const input = { body: { ...body, id: supplier.id, version } };
          await call<typeof updateSupplier>('PUT /v1/manage-product-suppliers', input);
        } else await call<typeof addSupplier>('POST /v1/manage-product-suppliers', { body });
        await revalidate();
        close();
        notify({ text: `The supplier has been successfully ${supplier ? 'updated' : 'added'}.` });
      }}
      close={close}
    />
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
