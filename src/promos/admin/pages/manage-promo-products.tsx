import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '#ui/link.tsx';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { type RowsOrPromise, tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { categoryChoices } from '#catalogue/products/list/category-choices.ts';
import { flatCategories } from '#storefront/contract.ts';
import { cx } from '#ui/classes.ts';
import { Button } from '#ui/button/button.tsx';
import type { Chip } from '#ui/form/chips-field.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { type Column, formatCount, type Filter } from '#ui/table/table-config.ts';
import { useLoadedRows } from '#ui/table/use-loaded-rows.ts';
import field from '#ui/form/field.module.css';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { BoxIcon } from '#ui/icons/back-office-icons.tsx';
import { CategoryFilter } from '../category-filter.tsx';
import { readPromo, sentences } from '../contract.ts';
import { readPendingSelections } from '../pending-selections.ts';
import { listPromoProducts, type PromoProduct } from '../promo-products-contract.ts';
import styles from '../promo-products.module.css';
import { useProductSelection } from '../use-product-selection.ts';
import type { Route } from './+types/manage-promo-products';

export const handle = {
  crumb: 'Associated Products',
  above: [{ label: 'Promos', to: '/admin/manage-product-codes/' }],
};

export const meta = backOfficeMeta('Associated Products');

export async function loader({ context, url, params: { promoCodeId } }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartPromoCodes');
  const ask = api(context);
  const body = {
    promoCodeId,
    categoryIds: url.searchParams.getAll('categoryIds'),
    all: readPendingSelections(url.searchParams),
  };
  const [promo, table, categories] = await Promise.all([
    loadOrPageError(sentences.productsFailed, ask(readPromo, { params: { id: promoCodeId } })),
    tableRowsOrPromise(context, listPromoProducts, { url, otherwise: sentences.productsFailed, input: { body } }),
    ask(flatCategories),
  ]);
  const choices = categoryChoices(categories.map(({ label, ...one }) => ({ ...one, name: label })));
  return { promo, table, categories: choices.map(({ value, label }): Chip => ({ key: value, label })) };
}

type Choices = ReturnType<typeof useProductSelection>;

const columnsOf = ({ isChosen, isChanged, turn }: Choices): Column<PromoProduct>[] => [
  {
    key: 'selected',
    label: 'Selected',
    sort: 'selected',
    phone: 'side',
    cell: (row) => (
      <label className={cx(styles.box, isChanged(row) && styles.changed)}>
        <input
          type="checkbox"
          className={field.check}
          checked={isChosen(row)}
          aria-label={`Selected: ${row.name}`}
          onChange={({ currentTarget }) => turn(row, currentTarget.checked)}
        />
      </label>
    ),
  },
  { key: 'name', label: 'Product Name', sort: 'name', isLong: true, phone: 'name', cell: ({ name }) => name },
];

const filters: readonly Filter[] = [
  {
    kind: 'one',
    key: 'selected',
    label: 'Selected',
    choices: [
      { value: 'true', label: 'Only selected' },
      { value: 'false', label: 'Only not selected' },
    ],
    none: 'All products',
  },
];

export default function ManagePromoProducts({ loaderData: { promo, table, categories } }: Route.ComponentProps) {
  const [query, setQuery] = useSearchParams();
  const choices = useProductSelection(promo.id);
  const show = (keys: readonly string[]): void =>
    setQuery((before) => {
      const after = new URLSearchParams(before);
      for (const name of ['page', 'categoryIds']) after.delete(name);
      for (const key of keys) after.append('categoryIds', key);
      return after;
    });
  const { isDirty, isSaving } = choices;
  return (
    <>
      <PageHead title="Associated Products">
        Products that the promo <b>{promo.code}</b> is for.
        {promo.productCount !== null && promo.productCount > 0 && (
          <>
            {' '}
            <Link to="?selected=true">{`${formatCount(promo.productCount)} ${promo.productCount === 1 ? 'is' : 'are'} chosen`}</Link>
          </>
        )}
      </PageHead>
      {promo.isApplicableToAllProducts && (
        <Note>This promo applies to all products. The products selected here only count if you switch that off.</Note>
      )}
      <LeaveGuard isDirty={isDirty && !isSaving} />
      <CategoryFilter choices={categories} chosen={query.getAll('categoryIds')} onFilter={show} />
      <Suspense>
        <ChooseAll loaded={table} choices={choices} />
      </Suspense>
      <DataTable
        {...table}
        list="promo-products"
        things={['product', 'products']}
        columns={columnsOf(choices)}
        keyOf={({ productId }) => productId}
        nameOf={({ name }) => name}
        usualSort="selected"
        searchLabel="Search names and codes"
        filters={filters}
        filterLabel="More filters"
        empty={{ title: 'No products', text: 'There are none in these categories.', icon: <BoxIcon /> }}
      />
      <SaveBar
        isDirty={isDirty}
        isSaving={isSaving}
        label="Save"
        onSave={() => void choices.save()}
        onDiscard={choices.forget}
      >
        {changesInWords(choices)}
      </SaveBar>
    </>
  );
}

/** Buttons that select or clear all filtered products, including those on other pages. */
function ChooseAll({ loaded, choices }: { loaded: RowsOrPromise<PromoProduct>; choices: Choices }) {
  const { total, rows } = useLoadedRows(loaded);
  const [query] = useSearchParams();
  if (rows.length === 0) return null;
  const isNarrowed = query.has('categoryIds') || query.has('search');
  const those = isNarrowed ? 'that match' : 'products';
  return (
    <div className={styles.all}>
      {query.get('selected') === null ? (
        <p>
          {formatCount(total)} {total === 1 ? 'product' : 'products'}
        </p>
      ) : (
        <p>This list shows the saved selection. Products that you tick or clear stay in it until you save.</p>
      )}
      <Button look="quiet" size="small" onClick={() => choices.chooseAll(true)}>
        Select all {those}
      </Button>
      <Button look="quiet" size="small" onClick={() => choices.chooseAll(false)}>
        Clear all {those}
      </Button>
    </div>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The unsaved changes: `All that match “mop” selected, 2 added, 1 removed.` */
function changesInWords({ all, added, removed }: Choices): string {
  const filters = all.map(({ selected, search, categoryIds }) => {
    const where = [
      search && `that match “${search}”`,
      categoryIds.length > 0 && `in ${categoryIds.length === 1 ? '1 category' : `${categoryIds.length} categories`}`,
    ].filter(Boolean);
    return `all ${where.length > 0 ? where.join(' ') : 'products'} ${selected ? 'selected' : 'cleared'}`;
  });
  const parts = [
    ...filters,
    added > 0 && `${formatCount(added)} added`,
    removed > 0 && `${formatCount(removed)} removed`,
  ];
  return `${capital(parts.filter(Boolean).join(', '))}.`;
}
