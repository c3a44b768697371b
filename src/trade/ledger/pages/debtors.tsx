import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, requireAdministrator } from '#lib/api/api-context.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { dayOf, isDay } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { Button } from '#ui/button/button.tsx';
import { DayField } from '#ui/form/day-field.tsx';
import { ReceiptIcon } from '#ui/icons/back-office-icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { type Column, type Filter, yesOrNo } from '#ui/table/table-config.ts';
import { StatusBadge } from '../../accounts/status-badge.tsx';
import { AgeingStrip, overdueOf } from '../ageing-strip.tsx';
import { BankImportDialog } from '../bank/bank-import-dialog.tsx';
import { ledgerSentences, listDebtors, readDebtorTotals } from '../contract.ts';
import styles from '../ledger.module.css';
import type { Route } from './+types/debtors';

type Debtor = ReplyOf<typeof listDebtors>[number];

export const handle = { crumb: 'Debtors' };

export const meta = backOfficeMeta('Debtors');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageAccounts');
  const today = dayOf(new Date());
  const asked = url.searchParams.get('day') ?? '';
  const asAt = isDay(asked) && asked < today ? asked : today;
  const [table, totals] = await Promise.all([
    tableRowsOrPromise(context, listDebtors, { url, otherwise: ledgerSentences.loadDebtors, usualSize: 20 }),
    api(context)(readDebtorTotals, { query: { day: asAt } }).catch(() => undefined),
  ]);
  return { ...table, totals, asAt };
}

const money = (label: string, of: (row: Debtor) => number, more: Partial<Column<Debtor>> = {}): Column<Debtor> => ({
  key: label,
  label,
  isNumeric: true,
  cell: (row) => (of(row) === 0 ? '–' : formatDollars(of(row))),
  ...more,
});

const columns: readonly Column<Debtor>[] = [
  { key: 'name', label: 'Account', sort: 'name', isLong: true, phone: 'name', cell: ({ name }) => name },
  { key: 'number', label: 'Number', isWide: true, phone: 'note', cell: ({ number }) => number },
  { key: 'status', label: 'Status', phone: 'side', cell: ({ status }) => <StatusBadge status={status} /> },
  money('Not due', ({ notDue }) => notDue),
  money('1 to 30', ({ to30 }) => to30),
  money('31 to 60', ({ to60 }) => to60, { isWide: true }),
  money('61 to 90', ({ to90 }) => to90, { isWide: true }),
  money('Over 90', ({ over90 }) => over90),
  money('Credit', ({ credit }) => credit, { isWide: true }),
  money('Overdue', overdueOf, { sort: 'overdue', phone: 'line', phoneLabel: 'Overdue' }),
  money('Balance', ({ balance }) => balance, { sort: 'balance', phone: 'line', phoneLabel: 'Balance' }),
];

const filters: readonly Filter[] = [{ kind: 'one', key: 'isOverdue', label: 'Overdue', choices: yesOrNo.slice(0, 1) }];

/** What all accounts owe, by how long it has been due. */
export default function Debtors({ loaderData: { totals, asAt, ...table } }: Route.ComponentProps) {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <PageHead
        title="Debtors"
        actions={
          <Button size="small" onClick={() => setImporting(true)}>
            Import bank file
          </Button>
        }
      >
        What trade accounts owe, by how long it has been due.
      </PageHead>
      <AsAt key={asAt} asAt={asAt} />
      {totals && <AgeingStrip ageing={totals} />}
      <DataTable
        {...table}
        list="debtors"
        things={['account', 'accounts']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        toRow={({ id }) => `/admin/accounts/${id}/ledger/`}
        usualSort="-overdue"
        usualSize={20}
        searchLabel="Search names and numbers"
        filters={filters}
        exportTo={(format) => `/v1/debtors/export?format=${format}&day=${asAt}`}
        empty={{ title: 'Nobody owes anything', text: 'Orders on account appear here.', icon: <ReceiptIcon /> }}
      />
      {isImporting && <BankImportDialog close={() => setImporting(false)} />}
    </>
  );
}

/** The day of the ageing, which goes into the URL once it is valid. */
function AsAt({ asAt }: { asAt: string }) {
  const [, setQuery] = useSearchParams();
  const [typed, setTyped] = useState(toTypedDay(asAt));
  const leave = (): void => {
    const iso = toIsoDay(typed);
    if (!isDay(iso) || iso === asAt) return setTyped(toTypedDay(asAt));
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('day', iso);
        after.delete('page');
        return after;
      },
      { preventScrollReset: true },
    );
  };
  return (
    <DayField
      label="As at"
      hint="Choose an earlier day to see what was owed at the end of it."
      className={styles.asAt ?? ''}
      value={typed}
      onValueChange={setTyped}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  );
}
