import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatDollars } from '#lib/money.ts';
import { useViewer } from '#lib/root-data.ts';
import { Button } from '#ui/button.tsx';
import { LinesTable } from '#ui/lines-table.tsx';
import panel from '#ui/work-panel.module.css';
import { ExportLinks } from './export-links.tsx';
import styles from './reports.module.css';
import type { BreakdownOnPage, SalesTable } from './sales-contract.ts';

interface Of {
  breakdown: BreakdownOnPage;
  period: { startDate: string; endDate: string };
}

const nothingSold = 'Nothing was sold in this period.';

/** The products that sold most. */
export function Products({ breakdown: { products, productCount, total }, period }: Of) {
  const mayEdit = useViewer()?.claims.includes('ManageCartProducts');
  return (
    <Panel title="By product" table="products" period={period}>
      <Goods
        first="Product"
        count={productCount}
        rows={products.map(({ id, name, code, ...goods }) => ({
          key: id,
          name: mayEdit ? <Link to={`/admin/update-product-details/${id}/`}>{name}</Link> : name,
          about: code,
          ...goods,
        }))}
        total={total}
      >
        Sales net of discounts, without delivery. Margin is sales without GST less the average purchase price that the
        stock ledger kept with each sale; for sales from before it was kept, the item’s average of today. Refunds are
        not taken off here.
      </Goods>
    </Panel>
  );
}

export function Categories({ breakdown: { categories, total }, period }: Of) {
  return (
    <Panel title="By category" table="categories" period={period}>
      <Goods
        first="Category"
        count={categories.length}
        rows={categories.map(({ id, ...row }) => ({ key: id ?? '', ...row }))}
        total={total}
      >
        A product counts in the first of its categories.
      </Goods>
    </Panel>
  );
}

export function Promos({ breakdown: { promos }, period }: Of) {
  return (
    <Panel title="By promo" table="promos" period={period}>
      <LinesTable
        label="By promo"
        rows={promos}
        keyOf={({ id }) => id ?? ''}
        none={nothingSold}
        columns={[
          { label: 'Promo', cell: ({ code }) => code },
          { label: 'Orders', cell: ({ orders }) => orders.toLocaleString('en-AU') },
          { label: 'Discounts', cell: ({ discounts }) => formatDollars(discounts) },
          { label: 'Sales', cell: ({ sales }) => formatDollars(sales) },
        ]}
      />
    </Panel>
  );
}

interface PanelProps {
  title: string;
  table: SalesTable;
  period: Of['period'];
  /** Beside the title. */
  legend?: ReactNode;
  children: ReactNode;
}

/** A part of the page, with its table as a file. */
export function Panel({ title, table, period, legend, children }: PanelProps) {
  return (
    <section className={panel.panel} aria-labelledby={`by-${table}`}>
      <div className={panel.head}>
        <h2 id={`by-${table}`} className={styles.title}>
          {title}
        </h2>
        {legend}
        <ExportLinks table={table} label={title} {...period} />
      </div>
      {children}
    </section>
  );
}

interface GoodsRow {
  key: string;
  name: ReactNode;
  /** Under the name. */
  about?: string;
  units: number;
  sales: number;
  cost: number;
  margin: number;
}

interface GoodsProps {
  first: string;
  /** The most first; they may be fewer than there are. */
  rows: readonly GoodsRow[];
  count: number;
  total: BreakdownOnPage['total'];
  /** What the figures mean. */
  children: ReactNode;
}

const shownFirst = 10;

/** What was sold of each, with a bar as long as its sales. */
function Goods({ first, rows, count, total, children }: GoodsProps) {
  const [isWhole, setWhole] = useState(false);
  const most = rows[0]?.sales ?? 0;
  const shown = isWhole ? rows : rows.slice(0, shownFirst);
  return (
    <>
      <LinesTable
        label={`By ${first.toLowerCase()}`}
        rows={shown}
        keyOf={({ key }) => key}
        none={nothingSold}
        columns={[
          {
            label: first,
            sum: 'All',
            cell: ({ name, about, sales }) => (
              <>
                {name}
                {about && <small>{about}</small>}
                <span className={styles.track} aria-hidden="true">
                  <span style={{ width: `${most > 0 ? (sales / most) * 100 : 0}%` }} />
                </span>
              </>
            ),
          },
          {
            label: 'Units',
            sum: total.units.toLocaleString('en-AU'),
            cell: ({ units }) => units.toLocaleString('en-AU'),
          },
          { label: 'Sales', sum: formatDollars(total.sales), cell: ({ sales }) => formatDollars(sales) },
          { label: 'Cost', sum: formatDollars(total.cost), cell: ({ cost }) => formatDollars(cost) },
          { label: 'Margin', sum: formatDollars(total.margin), cell: ({ margin }) => formatDollars(margin) },
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
    </>
  );
}
