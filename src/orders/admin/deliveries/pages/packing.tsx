import { useSearchParams } from 'react-router';
import { call } from '#lib/api/api.ts';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { type ReplyOf, urlOf } from '#lib/api/endpoint.ts';
import { format as formatDay, isDay } from '#lib/day.ts';
import { countText } from '#lib/text/count-text.ts';
import { itemName } from '#lib/text/item-name.ts';
import { type changeDeliveryState, sentences } from '#orders/deliveries/contract.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { Note } from '#ui/feedback/note.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { BoxIcon, PrintIcon } from '#ui/icons/back-office-icons.tsx';
import { cx } from '#ui/classes.ts';
import panel from '#ui/layout/back-office-panel.module.css';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { Link } from '#ui/link.tsx';
import { maxOrdersPerDocument } from '../../contract.ts';
import { ordersChanged } from '../../orders-changed.ts';
import { packingSentences, readPacking } from '../packing-contract.ts';
import styles from '../packing.module.css';
import type { Route } from './+types/packing';

export const handle = { crumb: 'Packing' };

export const meta = backOfficeMeta('Packing');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartOrders');
  const asked = url.searchParams.get('day') ?? 'all';
  const day = asked === 'none' || isDay(asked) ? asked : 'all';
  const packing = await loadOrPageError(packingSentences.loadFailed, api(context)(readPacking, { query: { day } }));
  return { day, packing };
}

type Packing = ReplyOf<typeof readPacking>;
type Site = Packing['sites'][number];
type Parcel = Site['deliveries'][number];

function printSlips(deliveries: readonly Parcel[]): void {
  if (deliveries.length > maxOrdersPerDocument) return notifyProblem(packingSentences.tooMany);
  const query = { deliveryId: deliveries.map(({ id }) => id) };
  window.open(urlOf('/v1/manage-orders/delivery-slips', { query }), '_blank', 'noopener');
}

const dayText = (day: string | null): string => (day === null ? 'No day' : isDay(day) ? formatDay(day) : day);

/** The deliveries that are to be packed, by the site that they go to. */
export default function PackingPage({ loaderData: { day, packing } }: Route.ComponentProps) {
  const [, setQuery] = useSearchParams();
  const { days, sites, isCut } = packing;
  const all = sites.flatMap(({ deliveries }) => deliveries);
  const waiting = days.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const isUnlisted = day !== 'all' && !days.some((one) => (one.day ?? 'none') === day);
  return (
    <>
      <PageHead
        title="Packing"
        actions={
          all.length > 0 && (
            <Button look="quiet" size="small" onClick={() => printSlips(all)}>
              <PrintIcon />
              Print {countText(all.length, 'packing slip')}
            </Button>
          )
        }
      >
        {countText(waiting, 'delivery', 'deliveries')} to pack, by site.
      </PageHead>
      <div className={panel.controls}>
        <SelectField
          label="Planned day"
          value={day}
          choices={[
            { value: 'all', label: `All days (${waiting})` },
            ...(isUnlisted ? [{ value: day, label: `${dayText(day === 'none' ? null : day)} (0)` }] : []),
            ...days.map((one) => ({ value: one.day ?? 'none', label: `${dayText(one.day)} (${one.deliveries})` })),
          ]}
          onChange={({ target }) => setQuery(target.value === 'all' ? {} : { day: target.value })}
        />
      </div>
      {isCut && <Note tone="warning">{packingSentences.cut}</Note>}
      {sites.length === 0 && (
        <section className={cx(panel.panel, panel.nothing)}>
          <BoxIcon />
          <h2>{day === 'all' ? packingSentences.empty : packingSentences.emptyDay}</h2>
          <p>Make a delivery on the page of an order, and it appears here until it has been dispatched.</p>
        </section>
      )}
      {sites.map((site) => (
        <SiteCard key={site.key} site={site} />
      ))}
    </>
  );
}

function SiteCard({ site }: { site: Site }) {
  const { key, accountName, name, address, instructions, deliveries } = site;
  return (
    <section className={panel.card} aria-labelledby={key}>
      <header className={panel.cardHead}>
        <h2 id={key}>{name}</h2>
        <Button
          look="plain"
          size="small"
          aria-label={`Print the slips of ${name}`}
          onClick={() => printSlips(deliveries)}
        >
          Print
        </Button>
      </header>
      <p className={styles.where}>
        {[accountName, address].filter(Boolean).join(', ')}
        {instructions && <small>{instructions}</small>}
      </p>
      <ul className={styles.parcels}>
        {deliveries.map((delivery) => (
          <ParcelRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </section>
  );
}

function ParcelRow({ delivery }: { delivery: Parcel }) {
  const { isBusy, change } = useChange();
  const { id, orderId, orderNumber, number, plannedDay, carrier, poNumber, version, lines } = delivery;
  const dispatch = () =>
    change(async () => {
      const route = 'PATCH /v1/manage-orders/{orderId}/deliveries/{deliveryId}/state';
      const params = { orderId, deliveryId: id };
      await call<typeof changeDeliveryState>(route, { params, body: { state: 'dispatched', version } });
      ordersChanged();
      notify({ text: `Delivery ${number} of ${orderNumber} is on its way. The e-mail to the buyer is, too.` });
    }, sentences.saveFailed);
  const facts = [plannedDay && dayText(plannedDay), carrier, poNumber && `PO ${poNumber}`].filter(Boolean);
  return (
    <li>
      <div className={styles.head}>
        <span>
          <Link to={`/admin/view-order-details/${orderId}/`}>{orderNumber}</Link>
          {`, delivery ${number}`}
          {facts.length > 0 && <small>{facts.join(' · ')}</small>}
        </span>
        <Button
          size="small"
          look="quiet"
          isBusy={isBusy}
          aria-label={`Dispatch delivery ${number} of ${orderNumber}`}
          onClick={() => void dispatch()}
        >
          Dispatch
        </Button>
      </div>
      <ul className={styles.lines}>
        {lines.map(({ quantity, productName, variation, productCode }) => (
          <li key={`${productCode} ${variation}`}>
            <b>{quantity}</b>
            <span>
              {itemName(productName, variation)} <small>{productCode}</small>
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
