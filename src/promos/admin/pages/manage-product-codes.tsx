import { useState } from 'react';
import { requireAdministrator } from '#lib/api/api-context.ts';
import { type Day, dayOf } from '#lib/day.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { Button } from '#ui/button/button.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { formatCount, type Filter, type RowAction } from '#ui/table/table-config.ts';
import { deleteAction, editAction } from '#ui/table/row-actions.tsx';
import { PlusIcon, TagIcon, UploadIcon, WarningIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { BoxIcon, CopyIcon, UndoIcon } from '#ui/icons/back-office-icons.tsx';
import { BelowCostDialog } from '../below-cost.tsx';
import { exportPromos, listPromos, promoStatuses, sentences } from '../contract.ts';
import { ImportDialog } from '../importing/import-dialog.tsx';
import { promoColumns } from '../promo-columns.tsx';
import { PromoDialog } from '../promo-dialog.tsx';
import { newPromo, type PromoOnPage, valuesOf } from '../promo-form.ts';
import { statusWords } from '../status-words.ts';
import { usePromoActions } from '../use-promo-actions.ts';
import type { Route } from './+types/manage-product-codes';

export const handle = { crumb: 'Promos' };

export const meta = backOfficeMeta('Promos');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartPromoCodes');
  const table = await tableRowsOrPromise(context, listPromos, { url, otherwise: sentences.loadFailed });
  return { table, today: dayOf(new Date()) };
}

const filters: readonly Filter[] = [
  {
    kind: 'one',
    key: 'status',
    label: 'Status',
    choices: promoStatuses.map((value) => ({ value, label: statusWords[value] })),
    none: 'All but archived',
  },
];

type Task = { kind: 'add' | 'import' } | { kind: 'edit' | 'copy' | 'delete' | 'cost'; promo: PromoOnPage };
type Begin = (kind: Exclude<Task['kind'], 'add' | 'import'>) => () => void;

function actionsOf(promo: PromoOnPage, begin: Begin): RowAction[] {
  return [
    editAction(begin('edit'), 'Update Promo'),
    ...(promo.isApplicableToAllProducts
      ? []
      : [
          {
            label: 'Manage Associated Products',
            icon: <BoxIcon />,
            shortcut: 'P',
            to: `/admin/manage-promo-products/${promo.id}`,
          },
        ]),
    ...(promo.belowCost
      ? [{ label: 'Items below their purchase price', icon: <WarningIcon />, onSelect: begin('cost') }]
      : []),
    { label: 'Copy Promo', icon: <CopyIcon />, shortcut: 'C', onSelect: begin('copy') },
    deleteAction(begin('delete'), 'Delete Promo'),
  ];
}

export default function ManageProductCodes({ loaderData: { table, today } }: Route.ComponentProps) {
  const [task, setTask] = useState<Task>();
  const { restore } = usePromoActions();
  const close = (): void => setTask(undefined);
  const create = (
    <Button size="small" onClick={() => setTask({ kind: 'add' })}>
      <PlusIcon />
      Create a Promo
    </Button>
  );
  const actions = (promo: PromoOnPage): RowAction[] =>
    promo.status === 'archived'
      ? [{ label: 'Restore', icon: <UndoIcon />, shortcut: 'R', isAlways: true, onSelect: () => void restore(promo) }]
      : actionsOf(promo, (kind) => () => setTask({ kind, promo }));
  return (
    <>
      <PageHead
        title="Promos"
        actions={
          <>
            <Button look="quiet" size="small" onClick={() => setTask({ kind: 'import' })}>
              <UploadIcon />
              Import
            </Button>
            {create}
          </>
        }
      >
        Codes that give shoppers a discount on an order.
      </PageHead>
      <DataTable
        {...table}
        list="promos"
        things={['promo', 'promos']}
        columns={promoColumns}
        keyOf={({ id }) => id}
        nameOf={({ code }) => code}
        usualSort="code"
        searchLabel="Search promos"
        filters={filters}
        actions={actions}
        exportTo={(format, shown) => urlOf(exportPromos.path, { query: { ...Object.fromEntries(shown), format } })}
        empty={{
          title: 'No promos yet',
          text: 'A promo takes a percentage or an amount off what shoppers order.',
          icon: <TagIcon />,
          action: create,
        }}
      />
      {task && <TaskDialog task={task} today={today} close={close} />}
    </>
  );
}

function TaskDialog({ task, today, close }: { task: Task; today: Day; close: () => void }) {
  const { add, update, remove } = usePromoActions();
  const promo = 'promo' in task ? task.promo : undefined;
  const shared = { close, toValues: (one: PromoOnPage) => valuesOf(one, today) };
  if (task.kind === 'import') return <ImportDialog close={close} />;
  if (task.kind === 'cost') return <BelowCostDialog promo={task.promo} close={close} />;
  if (task.kind === 'delete') return <DeletePromo promo={task.promo} remove={remove} close={close} />;
  if (task.kind === 'edit') {
    const { id } = task.promo;
    return (
      <PromoDialog
        {...shared}
        title="Update Promo"
        act="Save promo"
        promo={task.promo}
        productsOf={id}
        values={valuesOf(task.promo, today)}
        fallback={sentences.updateFailed}
        send={async (body, version) => {
          await update(body, { id, version });
          close();
        }}
      />
    );
  }
  return (
    <PromoDialog
      {...shared}
      title={promo ? 'Copy Promo' : 'Create a Promo'}
      act="Create promo"
      {...(promo && { productsOf: promo.id })}
      values={promo ? { ...valuesOf(promo, today), code: `${promo.code}-COPY` } : newPromo(today)}
      fallback={sentences.addFailed}
      send={async (body) => {
        await add(body, promo?.id);
        close();
      }}
    />
  );
}

interface DeletePromoProps {
  promo: PromoOnPage;
  remove: (promo: PromoOnPage) => Promise<boolean>;
  close: () => void;
}

/** `10.00 % off all products, used by 41 orders, until 30/11/2026` */
function inWords({ isApplicableToAllProducts, uses, expiryDate, expiryDateValue, ...promo }: PromoOnPage): string {
  const off = promo.discountPercentageValue || promo.discountAmountValue;
  const parts = [
    `${off} off ${isApplicableToAllProducts ? 'all' : 'chosen'} products`,
    uses > 0 && `used by ${formatCount(uses)} ${uses === 1 ? 'order' : 'orders'}`,
    expiryDate !== null && `until ${expiryDateValue}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Asks for confirmation of a deletion, in the words of the shop specification, section 2. */
function DeletePromo({ promo, remove, close }: DeletePromoProps) {
  return (
    <Confirm
      isOpen
      title={sentences.deleteTitle}
      confirm="Yes"
      cancel="Cancel"
      isDangerous
      about={{ icon: <TagIcon />, name: promo.code, note: inWords(promo) }}
      onConfirm={() => {
        close();
        void remove(promo);
      }}
      onCancel={close}
    >
      <p>{sentences.deleteQuestion}</p>
    </Confirm>
  );
}
