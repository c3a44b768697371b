import { Link } from '#ui/link.tsx';
import { hasAccess } from '#lib/api/access.ts';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { readUser } from '#users/contract.ts';
import { listUserOrders, sentences } from '../contract.ts';
import { allOrders, OrdersTable } from '../list/orders-table.tsx';
import type { Route } from './+types/user-orders';

export const handle = {
  crumb: (data?: { name: string }) => data?.name ?? 'Orders',
  above: [{ label: 'Orders', to: '/admin/manage-orders/' }],
};

export const meta = backOfficeMeta('Orders of a user');

export async function loader({ context, url, params: { userId } }: Route.LoaderArgs) {
  const viewer = requireAdministrator(context, url, ['ManageUsers', 'ManageCartOrders']);
  const maySee = hasAccess(viewer, 'ManageUsers');
  const [table, user] = await Promise.all([
    tableRowsOrPromise(context, listUserOrders, {
      url,
      otherwise: sentences.loadFailed,
      input: { params: { userId } },
    }),
    maySee ? api(context)(readUser, { params: { id: userId } }) : null,
  ]);
  const name = user ? `${user.firstName} ${user.lastName}` : 'One customer';
  return { table, name, userId, isKnown: user !== null, at: new Date().toISOString() };
}

/** All orders of a user, without a filter (specification of the shop, section 2). */
export default function UserOrders({ loaderData: { table, name, userId, isKnown, at } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={isKnown ? `Orders of ${name}` : 'Orders of one customer'}>
        {isKnown ? (
          <Link to={`/admin/update-user/${userId}`}>Details of {name}</Link>
        ) : (
          'Everything this customer has ordered.'
        )}
      </PageHead>
      <OrdersTable
        table={table}
        at={at}
        filter={{ ...allOrders, userId }}
        emptyText="This customer has not ordered anything yet."
      />
    </>
  );
}
