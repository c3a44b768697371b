import { countsFor, dashboardFor } from '#admin/dashboard.server.ts';
import { readCategories } from '#catalogue/categories/category-tree.server.ts';
import { listAuditEntries } from '#history/audit-log.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Db, OpenDb } from '#platform/db/db.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { addDays, day, dayOf } from '#lib/day.ts';
import { claims } from '#lib/api/endpoint.ts';
import type { OrderFilter } from '#orders/admin/contract.ts';
import { listOrders } from '#orders/admin/list/order-list.server.ts';
import { listPromos } from '#promos/admin/promo-list.server.ts';
import { listManagedProducts } from '#catalogue/products/list/list-products.server.ts';
import { readPurchaseOrders } from '#purchasing/read-purchase-orders.server.ts';
import { searchItems, lowSuppliers, orderSuggestionsOf } from '#purchasing/reorder-suggestions.server.ts';
import { breakdownOf } from '#reports/sales-breakdown.server.ts';
import { detailText } from '#storefront/detail/product-details-json.server.ts';
import { popularText } from '#storefront/suggested/popular-products.server.ts';
import { listStocks } from '#stock/stock-list.server.ts';
import { readSuppliers } from '#catalogue/suppliers/suppliers.server.ts';
import type { UserFilter } from '#users/contract.ts';
import { listUsers } from '#users/read-users.server.ts';
import { administrator } from './back-office.ts';
import { scansOf } from './plans.ts';

const page = { page: 1, pageSize: 10 };
const actor: Actor = {
  id: administrator,
  sessionId: administrator,
  userType: 3,
  claims: [...claims],
  firstName: '',
  lastName: '',
  email: '',
};
const today = dayOf(new Date());
const everyOrder: OrderFilter = {
  startDate: day('2000-01-01'),
  endDate: day('2100-01-01'),
  orderStatuses: [0, 1, 2, 3, 4],
};
const everybody: UserFilter = { startDate: day('2000-01-01'), endDate: day('2100-01-01'), userTypes: [1, 2, 3] };

type Work = (db: Db) => Promise<unknown>;

/** Prints, as Markdown, how each list of the back office finds a page, for every kind of query. */
export async function printPlans(database: OpenDb): Promise<void> {
  console.log('\n| list | asked for | statements: time on the database alone, scans and their rows |\n|---|---|---|');
  for (const [name, work] of Object.entries(await questions(database.db))) {
    const [list, asked] = name.split(': ');
    console.log(`| ${list} | ${asked} | ${(await scansOf(database, work)).join('<br>')} |`);
  }
}

async function questions(db: Db): Promise<Record<string, Work>> {
  const some = async (table: 'suppliers' | 'categories') =>
    (await db.selectFrom(table).select('id').orderBy('name').limit(1).executeTakeFirstOrThrow()).id;
  const supplier = await some('suppliers');
  return {
    ...ofProducts({ supplier, category: await some('categories') }),
    ...ofPeople,
    ...ofSales(supplier),
    ...ofPurchasing(supplier),
    ...(await ofFigures(db)),
  };
}

function ofProducts({ supplier, category }: { supplier: string; category: string }): Record<string, Work> {
  const products =
    (asked: object): Work =>
    (on) =>
      listManagedProducts(on, { ...page, ...asked });
  return {
    'products: first page': products({}),
    'products: sort by code, from the end': products({ sort: '-productCode' }),
    'products: sort by supplier': products({ sort: 'productSupplier' }),
    'products: a supplier': products({ supplier }),
    'products: a category': products({ category }),
    'products: out of stock, with variations': products({ outOfStock: 'true', hasVariations: 'true' }),
    'products: search "heavy duty mop"': products({ search: 'heavy duty mop' }),
    'products: search "zephyr"': products({ search: 'zephyr' }),
    'suppliers: first page': (on) => readSuppliers(on, { ...page }),
    'suppliers: search "wattle"': (on) => readSuppliers(on, { ...page, search: 'wattle' }),
    'categories: whole': (on) => readCategories(on, {}),
  };
}

const users =
  (asked: object, filter = {}): Work =>
  (on) =>
    listUsers(on, actor, { ...everybody, ...filter }, { ...page, ...asked });

const ofPeople: Record<string, Work> = {
  'users: first page': users({}),
  'users: sort by e-mail': users({ sort: 'email' }),
  'users: administrators': users({}, { userTypes: [3] }),
  'users: search "aroha"': users({ search: 'aroha' }),
  'audit: first page': (on) => listAuditEntries(on, { ...page }),
  'audit: updates of users': (on) => listAuditEntries(on, { ...page, entity: 'user', action: 'update' }),
  'audit: search "bench"': (on) => listAuditEntries(on, { ...page, search: 'bench' }),
};

function ofSales(supplier: string): Record<string, Work> {
  const orders =
    (asked: object, filter = {}): Work =>
    (on) =>
      listOrders(on, { filter: { ...everyOrder, ...filter, ...asked }, request: { ...page, ...asked } });
  const stocks =
    (asked: object): Work =>
    (on) =>
      listStocks(on, { ...page, ...asked });
  return {
    'orders: first page': orders({}),
    'orders: sort by amount': orders({ sort: 'orderAmount' }),
    'orders: cancelled': orders({}, { orderStatuses: [2] }),
    'orders: a month, new': orders({}, { orderStatuses: [0], startDate: addDays(today, -30), endDate: today }),
    'orders: search "user.17@example.com"': orders({ search: 'user.17@example.com' }),
    'orders: search "lee"': orders({ search: 'lee' }),
    'stock: first page': stocks({}),
    'stock: sort by stock': stocks({ sort: 'stockOnHand' }),
    'stock: low': stocks({ stock: 'low' }),
    'stock: a supplier': stocks({ supplier }),
    'stock: search "mop"': stocks({ search: 'mop' }),
    'stock: search "b0000042"': stocks({ search: 'b0000042' }),
    'promos: first page': (on) => listPromos({ db: on, clock: systemClock }, { ...page }),
    'promos: search "1"': (on) => listPromos({ db: on, clock: systemClock }, { ...page, search: '1' }),
  };
}

const ofPurchasing = (supplier: string): Record<string, Work> => ({
  'purchase orders: first page': (on) => readPurchaseOrders(on, { ...page }),
  'purchase orders: suppliers with low stock': lowSuppliers,
  'purchase orders: what to order of a supplier': (on) => orderSuggestionsOf({ db: on, clock: systemClock }, supplier),
  'purchase orders: items of a supplier, "mop"': (on) => searchItems(on, supplier, 'mop'),
});

async function ofFigures(db: Db): Promise<Record<string, Work>> {
  const [sold] = await db.selectFrom('order_items').select('product_id').orderBy('order_id', 'desc').limit(1).execute();
  const product = sold?.product_id;
  return {
    'home: figures': (on) => dashboardFor({ db: on, clock: systemClock }, actor),
    'home: counts': (on) => countsFor(on, actor),
    'sales: products and items of a month': (on) => breakdownOf(on, { startDate: addDays(today, -30), endDate: today }),
    ...(product && { 'product page: bought together': (on: Db) => detailText(on, product) }),
    'shop: popular products': (on) => popularText(on, new Date()),
  };
}
