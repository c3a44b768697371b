import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { Link } from '#ui/link.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { TruckIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { sentences } from '../contract.ts';
import { listLowSuppliers, listPurchaseSuppliers, readReorder, type SuggestionOnPage } from '../reorder-contract.ts';
import { OrderSuggestions } from '../order-suggestions.tsx';
import { SupplierSelect } from '../supplier-select.tsx';
import { ReorderTermsForm } from '../reorder-terms-form.tsx';
import styles from '../purchasing.module.css';
import type { Route } from './+types/reorder';

export const handle = {
  crumb: 'Create purchase order',
  above: [{ label: 'Purchase orders', to: '/admin/purchase-orders/' }],
};

export const meta = backOfficeMeta('Create purchase order');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartStock');
  const supplierId = url.searchParams.get('supplier') ?? '';
  const ask = api(context);
  const [suppliers, reorder, low] = await loadOrPageError(
    sentences.loadItems,
    Promise.all([
      ask(listPurchaseSuppliers),
      supplierId === '' ? undefined : ask(readReorder, { params: { supplierId } }),
      supplierId === '' ? ask(listLowSuppliers) : [],
    ]),
  );
  const [items, product] = [url.searchParams.getAll('item'), url.searchParams.get('product')];
  return { suppliers, supplierId, reorder, low, items, product };
}

export default function Reorder({ loaderData }: Route.ComponentProps) {
  const { suppliers, supplierId, reorder, low, items, product } = loaderData;
  const key = [supplierId, reorder?.terms.version, product, ...items].join(' ');
  const isRequested = (item: SuggestionOnPage): boolean => items.includes(item.itemId) || item.productId === product;
  return (
    <>
      <PageHead
        title="Create purchase order"
        actions={
          <LinkButton look="quiet" size="small" to="/admin/purchase-orders/">
            Purchase orders
          </LinkButton>
        }
      >
        Suggested quantities last for the lead time and the days of cover at the sales rate of the last 90 days, less
        what is on hand and on order.
      </PageHead>
      <div className={panel.controls}>
        <SupplierSelect suppliers={suppliers} />
        {reorder && <ReorderTermsForm key={key} supplierId={supplierId} terms={reorder.terms} />}
      </div>
      {!reorder && (
        <section className={cx(panel.panel, panel.nothing)}>
          <TruckIcon />
          <h2>Choose a supplier</h2>
          <p>Order suggestions are based on sales and stock on hand.</p>
          <LowSuppliers low={low} />
        </section>
      )}
      {reorder && (
        <OrderSuggestions key={key} supplierId={supplierId} items={reorder.items} isRequested={isRequested} />
      )}
    </>
  );
}

function LowSuppliers({ low }: { low: readonly { id: string; name: string; items: number }[] }) {
  if (low.length === 0) return null;
  return (
    <nav aria-label="Low stock" className={styles.low}>
      <h3>Suppliers with low stock</h3>
      <ul>
        {low.map(({ id, name, items }) => (
          <li key={id}>
            <Link to={`/admin/reorder/?supplier=${id}`}>{name}</Link>{' '}
            <span>{`${items.toLocaleString('en-AU')} ${items === 1 ? 'item' : 'items'}`}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
