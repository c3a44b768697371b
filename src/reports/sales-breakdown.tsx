import { type ReactNode, useState } from 'react';
import { Link } from '#ui/link.tsx';
import { formatDollars } from '#lib/money.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { Button } from '#ui/button/button.tsx';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from './reports.module.css';
import type { BreakdownOnPage, SalesTable } from './sales-contract.ts';
import { Hidden } from '#ui/visually-hidden.tsx';

interface Of {
  breakdown: BreakdownOnPage;
  period: { startDate: string; endDate: string };
}

const nothingSold = 'Nothing was sold in this period.';

export function Products(of: Of) {
  const { products, productCount } = of.breakdown;
  const mayEdit = useViewer()?.claims.includes('ManageCartProducts');
  return (
    <Goods
      {...of}
      first="Product"
      table="products"
      count={productCount}
      rows={products.map(({ id, name, code, ...goods }) => ({
        key: id,
        name: mayEdit ? <Link to={`/admin/update-product-details/${id}/`}>{name}</Link> : name,
        about: code,
        ...goods,
      }))}
    >
      Sales are after discounts. A refund reduces the items that it was for. A refund of an amount reduces everything
      left of its order, in proportion. Margin is net sales without GST, less the average purchase price at the time of
      each sale. Sales without a recorded price use the item’s current average. Units put back into stock by a refund
      cost nothing.
    </Goods>
  );
}

/** The bestselling items. */
export function Items(of: Of) {
  const { items, itemCount } = of.breakdown;
  const maySee = useViewer()?.claims.includes('ManageCartStock');
  return (
    <Goods
      {...of}
      first="Item"
      table="items"
      count={itemCount}
      rows={items.map(({ id, productId: _product, name, variation, code, ...goods }) => ({
        key: id,
        name: maySee ? <Link to={`/admin/manage-product-stocks/${id}/`}>{name}</Link> : name,
        about: [variation, code].filter((part) => part !== '').join(' · '),
        ...goods,
      }))}
    >
      Each variation of a product is listed separately, with its own cost.
    </Goods>
  );
}

export function Categories(of: Of) {
  const { categories } = of.breakdown;
  return (
    <Goods
      {...of}
      first="Category"
      table="categories"
      count={categories.length}
      rows={categories.map(({ id, ...row }) => ({ key: id ?? '', ...row }))}
    >
      Each product is counted in the first of its categories only.
    </Goods>
  );
}

export function Promos({ breakdown: { promos, all }, period }: Of) {
  return (
    <Panel title="By promo" table="promos" period={period}>
      <SimpleTable
        label="By promo"
        rows={promos}
        keyOf={({ id }) => id ?? ''}
        none={nothingSold}
        columns={[
          { label: 'Promo', sum: 'All', cell: ({ code }) => code },
          { label: 'Orders', sum: counted(all.orders), cell: ({ orders }) => counted(orders) },
          { label: 'Discounts', sum: formatDollars(all.discounts), cell: ({ discounts }) => formatDollars(discounts) },
          ...takings(all),
        ]}
      />
      <div className={panel.foot}>
        <p>Including delivery.</p>
      </div>
    </Panel>
  );
}

interface PanelProps {
  title: string;
  table: SalesTable;
  period: Of['period'];
  /** Shown beside the title. */
  legend?: ReactNode;
  children: ReactNode;
}

/** A section of the page, with links to export its table. */
export function Panel({ title, table, period, legend, children }: PanelProps) {
  return (
    <section className={panel.panel} aria-labelledby={`by-${table}`}>
      <div className={panel.head}>
        <h2 id={`by-${table}`} className={styles.title}>
          {title}
        </h2>
        {legend && <div className={styles.legend}>{legend}</div>}
        <ExportLinks table={table} label={title} {...period} />
      </div>
      {children}
    </section>
  );
}

interface GoodsRow {
  key: string;
  name: ReactNode;
  /** Shown under the name. */
  about?: string;
  sales: number;
  refunds: number;
  net: number;
  /** Undefined for delivery, which also has no cost. */
  units?: number;
  cost?: number;
  margin?: number;
}

const counted = (count: number | undefined): string => count?.toLocaleString('en-AU') ?? '';
const dollars = (amount: number | undefined): string => (amount === undefined ? '' : formatDollars(amount));

type Takings = Pick<GoodsRow, 'sales' | 'refunds' | 'net'>;

/** The columns of sales, refunds and net sales, with the period's totals. */
const takings = (all: Takings): SimpleColumn<Takings>[] => [
  { label: 'Sales', sum: formatDollars(all.sales), cell: ({ sales }) => formatDollars(sales) },
  { label: 'Refunds', sum: formatDollars(all.refunds), cell: ({ refunds }) => formatDollars(refunds) },
  { label: 'Net sales', sum: formatDollars(all.net), cell: ({ net }) => formatDollars(net) },
];

interface GoodsProps extends Of {
  first: string;
  table: SalesTable;
  /** The rows with the highest net sales, perhaps not all of them. */
  rows: readonly GoodsRow[];
  count: number;
  /** What the figures mean. */
  children: ReactNode;
}

const shownFirst = 10;

/** A table with a row for each product, item or category, with a bar for its net sales, and a row for delivery. */
function Goods({ first, table, period, rows, count, breakdown: { all, total, delivery }, children }: GoodsProps) {
  const title = `By ${first.toLowerCase()}`;
  const [isWhole, setWhole] = useState(false);
  const most = rows[0]?.net ?? 0;
  const shown = isWhole ? rows : rows.slice(0, shownFirst);
  const isDelivered = delivery.sales > 0 || delivery.refunds !== 0;
  return (
    <Panel title={title} table={table} period={period}>
      <SimpleTable
        label={title}
        rows={isDelivered ? [...shown, { key: 'delivery', name: 'Delivery', ...delivery }] : shown}
        keyOf={({ key }) => key}
        none={nothingSold}
        columns={[
          {
            label: first,
            sum: 'All',
            cell: ({ name, about, net }) => (
              <>
                {name}
                {about && <small>{about}</small>}
                <span className={styles.track} aria-hidden="true">
                  <span style={{ width: `${most > 0 ? Math.max(net / most, 0) * 100 : 0}%` }} />
                </span>
              </>
            ),
          },
          { label: 'Units', sum: counted(total.units), cell: ({ units }) => counted(units) },
          ...takings(all),
          { label: 'Cost', sum: formatDollars(total.cost), cell: ({ cost }) => dollars(cost) },
          { label: 'Margin', sum: formatDollars(total.margin), cell: ({ margin }) => dollars(margin) },
        ]}
      />
      <div className={panel.foot}>
        <p>{children}</p>
        {shown.length < rows.length && (
          <Button look="quiet" size="small" onClick={() => setWhole(true)}>
            {rows.length < count ? `Show ${rows.length} of ${count.toLocaleString('en-AU')}` : `Show all ${count}`}
          </Button>
        )}
      </div>
    </Panel>
  );
}

interface ExportLinksProps {
  table: SalesTable;
  label: string;
  startDate: string;
  endDate: string;
}

function ExportLinks({ table, label, startDate, endDate }: ExportLinksProps) {
  const to = (format: string): string =>
    `/v1/reports/sales-file?${new URLSearchParams({ table, format, startDate, endDate })}`;
  return (
    <p className={styles.exports}>
      <a href={to('xlsx')} download>
        Excel<Hidden>: {label}</Hidden>
      </a>
      <a href={to('csv')} download>
        CSV<Hidden>: {label}</Hidden>
      </a>
    </p>
  );
}
