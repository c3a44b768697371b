import { useNavigation, useSearchParams } from 'react-router';
import { api, loadOrPageError, requireAdministrator } from '#lib/api/api-context.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { formatDollars } from '#lib/money.ts';
import { cx } from '#ui/classes.ts';
import { Figure, Figures } from '#ui/feedback/key-figures.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { ReceiptIcon } from '#ui/icons/back-office-icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import { Link } from '#ui/link.tsx';
import { listCoveredLists, readPriceCoverage } from '../price-coverage-contract.ts';
import styles from '../reports.module.css';
import { salesSentences } from '../sales-contract.ts';
import type { Route } from './+types/price-coverage';

type Coverage = ReplyOf<typeof readPriceCoverage>;
type Item = Coverage['below'][number];

export const handle = { crumb: 'Prices below cost', above: [{ label: 'Reports', to: '/admin/reports-page/' }] };

export const meta = backOfficeMeta('Prices below cost');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ViewReports');
  const ask = api(context);
  const lists = await loadOrPageError(salesSentences.failed, ask(listCoveredLists));
  const id = url.searchParams.get('list') ?? '';
  if (id === '') return { lists, id };
  try {
    return { lists, id, coverage: await ask(readPriceCoverage, { params: { id } }) };
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    return { lists, id, failure: errorMessageOf(error, salesSentences.failed) };
  }
}

/** What a price list sells below its cost, and the items whose cost nobody knows. */
export default function PriceCoverage({ loaderData: { lists, id, coverage, failure } }: Route.ComponentProps) {
  const [, setQuery] = useSearchParams();
  const isLoading = useNavigation().state === 'loading';
  return (
    <>
      <PageHead title="Prices below cost">
        Items that a price list sells for less than their average purchase price, as at today. It looks at one list by
        itself: where a site has a list besides its account’s, both together may make a price lower.
      </PageHead>
      <div className={panel.panel}>
        <div className={styles.fields}>
          <SelectField
            label="Price list"
            className={styles.type}
            choices={lists.map((list) => ({ value: list.id, label: list.name }))}
            value={id}
            onChange={({ target }) => setQuery(target.value === '' ? {} : { list: target.value })}
          >
            <option value="">Choose a price list</option>
          </SelectField>
        </div>
      </div>
      <Refusal>{failure}</Refusal>
      {!coverage && !failure && (
        <section className={cx(panel.panel, panel.nothing)}>
          <ReceiptIcon />
          <h2>{lists.length === 0 ? 'There is no price list yet' : 'Choose a price list'}</h2>
          <p>The report works out what each item costs a customer of the list, with parents, percentages and breaks.</p>
        </section>
      )}
      {coverage && (
        <div className={styles.content} aria-busy={isLoading}>
          <Figures>
            <Figure label="Below cost" value={coverage.belowCost.toLocaleString('en-AU')}>
              of {coverage.items.toLocaleString('en-AU')} items that are sold
            </Figure>
            <Figure label="Without a cost" value={coverage.withoutCost.toLocaleString('en-AU')}>
              Their margin is not known
            </Figure>
          </Figures>
          <Items coverage={coverage} kind="below" />
          <Items coverage={coverage} kind="without" />
        </div>
      )}
    </>
  );
}

const words = {
  below: { title: 'Below cost', none: 'No item is sold below its cost.' },
  without: { title: 'Without a cost', none: 'The cost of every item is known.' },
};

function Items({ coverage, kind }: { coverage: Coverage; kind: 'below' | 'without' }) {
  const mayOpen = useViewer()?.claims.includes('ManageAccounts');
  const { list } = coverage;
  const { title, none } = words[kind];
  const rows = coverage[kind];
  const count = kind === 'below' ? coverage.belowCost : coverage.withoutCost;
  const file = (format: string): string => `/v1/reports/price-lists/${list.id}/coverage-file?format=${format}`;
  const costs: SimpleColumn<Item>[] = [
    { label: 'Cost', cell: ({ cost }) => (cost === null ? '' : formatDollars(cost)) },
    { label: 'Margin', cell: ({ priceExGst, cost }) => (cost === null ? '' : formatDollars(priceExGst - cost)) },
  ];
  return (
    <section className={panel.panel} aria-labelledby={kind}>
      <div className={panel.head}>
        <h2 id={kind} className={styles.title}>
          {title}
        </h2>
        {kind === 'below' && (
          <p className={styles.exports}>
            <a href={file('xlsx')} download>
              Excel
            </a>
            <a href={file('csv')} download>
              CSV
            </a>
          </p>
        )}
      </div>
      <SimpleTable
        label={title}
        rows={rows}
        keyOf={({ itemId }) => itemId}
        none={none}
        columns={[
          {
            label: 'Item',
            cell: ({ name, code }) =>
              mayOpen ? (
                <Link to={`/admin/price-lists/${list.id}/?${new URLSearchParams({ search: code || name })}`}>
                  {name}
                </Link>
              ) : (
                name
              ),
            about: ({ code }) => code,
          },
          { label: 'From', cell: ({ minQuantity }) => minQuantity.toLocaleString('en-AU') },
          { label: 'Price', cell: ({ price }) => formatDollars(price) },
          { label: 'Price ex GST', cell: ({ priceExGst }) => formatDollars(priceExGst) },
          ...(kind === 'below' ? costs : []),
        ]}
      />
      <div className={panel.foot}>
        <p>
          {kind === 'below'
            ? 'The lowest price of each item over its quantity breaks, against the average purchase price of today. The greatest losses come first.'
            : 'Enter a purchase price with the next stock movement of an item.'}
          {rows.length < count &&
            ` ${rows.length.toLocaleString('en-AU')} of ${count.toLocaleString('en-AU')} are shown; the file has all.`}
        </p>
      </div>
    </section>
  );
}
