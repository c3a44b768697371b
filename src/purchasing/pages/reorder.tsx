import { administrator, api, loadedOr } from '#lib/api-context.ts';
import { LinkButton } from '#ui/button.tsx';
import { cx } from '#ui/classes.ts';
import { TruckIcon } from '#ui/icons.tsx';
import { PageHead } from '#ui/page-head.tsx';
import panel from '#ui/work-panel.module.css';
import { listPurchaseSuppliers, readReorder, sentences } from '../contract.ts';
import { Suggestions } from '../suggestions.tsx';
import { SupplierChoice } from '../supplier-choice.tsx';
import { TermsForm } from '../terms-form.tsx';
import type { Route } from './+types/reorder';

export const handle = {
  crumb: 'Create purchase order',
  above: [{ label: 'Purchase orders', to: '/admin/purchase-orders/' }],
};

export const meta: Route.MetaFunction = () => [
  { title: 'Spruce | Create purchase order' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, url }: Route.LoaderArgs) {
  administrator(context, url, 'ManageCartStock');
  const supplierId = url.searchParams.get('supplier') ?? '';
  const [suppliers, reorder] = await loadedOr(
    sentences.loadItems,
    Promise.all([
      api(context)(listPurchaseSuppliers),
      supplierId === '' ? undefined : api(context)(readReorder, { params: { supplierId } }),
    ]),
  );
  return { suppliers, supplierId, reorder };
}

/** What a supplier should be asked for, by what sells and what is there. */
export default function Reorder({ loaderData: { suppliers, supplierId, reorder } }: Route.ComponentProps) {
  const key = `${supplierId} ${reorder?.terms.version}`;
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
        What lasts for lead time and cover at the pace of the last 90 days, less what is on hand and due.
      </PageHead>
      <div className={panel.controls}>
        <SupplierChoice suppliers={suppliers} />
        {reorder && <TermsForm key={key} supplierId={supplierId} terms={reorder.terms} />}
      </div>
      {!reorder && (
        <section className={cx(panel.panel, panel.nothing)}>
          <TruckIcon />
          <h2>Choose a supplier</h2>
          <p>What to order of them follows, by what sells and what is there.</p>
        </section>
      )}
      {reorder && <Suggestions key={key} supplierId={supplierId} items={reorder.items} />}
    </>
  );
}
