import { useState } from 'react';
import { Badge } from '#ui/feedback/badge.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { RowsOrPromise } from '#lib/api/table-rows.ts';
import type { BulkAction, Column, Filter, RowAction, TableViews } from '#ui/table/table-config.ts';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { BoxIcon, PencilIcon } from '#ui/icons/back-office-icons.tsx';
import { Specimen } from './specimen.tsx';

interface Mop {
  id: string;
  name: string;
  supplier: string;
  price: string;
  isShown: boolean;
}

const mops: Mop[] = [
  { id: '1', name: 'Flat mop', supplier: 'Marlowick Brushware', price: '$38.90', isShown: true },
  { id: '2', name: 'Dust mop with a long handle', supplier: 'Marlowick Brushware', price: '$1,204.00', isShown: true },
  { id: '3', name: 'Mop head', supplier: '–', price: '$9.50', isShown: false },
];

const columns: readonly Column<Mop>[] = [
  { key: 'name', label: 'Name', sort: 'name', phone: 'name', cell: ({ name }) => name },
  { key: 'supplier', label: 'Supplier', isLong: true, isWide: true, phone: 'line', cell: ({ supplier }) => supplier },
  { key: 'price', label: 'Price', sort: 'price', isNumeric: true, phone: 'side', cell: ({ price }) => price },
  {
    key: 'isShown',
    label: 'Shown',
    phone: 'foot',
    cell: ({ isShown }) => <Badge tone={isShown ? 'success' : 'neutral'}>{isShown ? 'Shown' : 'Hidden'}</Badge>,
  },
];

const filters: readonly Filter[] = [
  { kind: 'days', key: 'days', label: 'Made', from: 'from', to: 'to' },
  {
    kind: 'many',
    key: 'kinds',
    label: 'Kind',
    choices: [
      { value: 'flat', label: 'Flat' },
      { value: 'dust', label: 'Dust' },
    ],
  },
];

const actions = ({ name }: Mop): RowAction[] => [
  { label: 'Edit', icon: <PencilIcon />, shortcut: 'E', isAlways: true, onSelect: () => notify({ text: name }) },
  { label: 'Delete', icon: <TrashIcon />, isDangerous: true, startsGroup: true, onSelect: () => undefined },
];

const bulk: readonly BulkAction[] = [
  { label: 'Delete', icon: <TrashIcon />, run: (_, done) => done() },
  {
    label: 'Wash',
    question: (count) => ({ title: 'Wash mops', text: `${count} selected.`, confirm: 'Wash' }),
    run: (_, done) => done(),
  },
];

const views: TableViews = { views: [], save: () => Promise.resolve(), remove: () => Promise.resolve() };

type Kind = 'rows' | 'later' | 'nothing' | 'failure';

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'rows', label: 'Loaded' },
  { value: 'later', label: 'Loading' },
  { value: 'nothing', label: 'None' },
  { value: 'failure', label: 'Failed' },
];

const states: Record<Kind, () => RowsOrPromise<Mop>> = {
  rows: () => ({ rows: mops, total: mops.length }),
  later: () => ({ later: new Promise(() => undefined) }), // never resolves
  nothing: () => ({ rows: [], total: 0 }),
  failure: () => ({ rows: [], total: 0, failure: { message: 'Unable to load the mops.', requestId: '5f3c9a1e' } }),
};

/** The data table with all its features; its state is in this page's URL. */
export function TableSpecimen() {
  const [kind, setKind] = useState<Kind>('rows');
  const [loaded, setLoaded] = useState(states.rows);
  const pick = (value: string): void => {
    const next = kinds.find((one) => one.value === value)?.value ?? 'rows';
    setKind(next);
    setLoaded(states[next]);
  };
  return (
    <Specimen name="DataTable" file="table/data-table.tsx" isColumn>
      <OptionButtons legend="Rows" options={kinds} value={kind} onChange={pick} />
      <DataTable
        key={kind}
        {...loaded}
        list="playground"
        things={['mop', 'mops']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        usualSort="name"
        searchLabel="Search mops"
        filters={filters}
        actions={actions}
        bulk={bulk}
        exportTo={() => '/playground/'}
        views={views}
        empty={{
          title: 'No mops yet',
          text: 'Explains what will be listed here, and how to add it.',
          icon: <BoxIcon />,
        }}
      />
    </Specimen>
  );
}
