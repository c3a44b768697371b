import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '#lib/uuid.ts';
import type { TestApp } from './app.ts';
import { buyer } from './buyer.ts';
import { makeCategory, makeProduct, makeSupplier, type MadeProduct } from './make.ts';
import { makeField, makeForm, storeForm } from './make-form.ts';
import { makeTradeAccount, makeTradeMember } from './make-trade-account.ts';
import { makePromo } from './make-promo.ts';
import { makeAdministrator, type Person } from './people.ts';
import { formulaPriceList } from './price-list-calls.ts';
import { orderDeskOf, type OrderNow, placePaidOrder } from './sold.ts';

export interface FormulaShop {
  keeper: Person;
  supplierId: string;
  mop: MadeProduct;
  order: OrderNow;
  adjustmentNoteId: string;
  purchaseOrderId: string;
  formId: string;
  accountId: string;
  /** A site of the account, and one of its order lists. */
  siteId: string;
  listId: string;
  priceListId: string;
}

const day = '2026-03-02';

/** A shop in which every text that a user could have typed begins like a formula, with a sale, a refund and stock movements. */
export async function formulaShop(shop: TestApp): Promise<FormulaShop> {
  const { deps, ask } = shop;
  const { db, clock } = deps;
  clock.set(`${day}T01:00:00Z`);
  const claims = ['ManageUsers', 'ManageCartProducts', 'ManageCartOrders', 'ManageCartStock'] as const;
  const more = ['ManageCartPromoCodes', 'ViewReports', 'ManageForms', 'ManageAccounts'] as const;
  const names = { firstName: '=HYPERLINK("http://x")', lastName: '@SUM(1)' };
  const keeper = await makeAdministrator(deps, { claims: [...claims, ...more], ...names, email: '+1@example.com' });
  const supplierId = await makeSupplier(db, '+61 Supply & <Sons>');
  const categories = [await makeCategory(db, '=1+1')];
  const texts = { shortDescription: '@short', longDescription: '<p>-long</p>' };
  const plain = { name: '-2+3', code: '@MOP-1', price: 1234.5, onHand: 0, supplierId, categories, ...texts };
  const mop = await makeProduct(db, plain);
  const items = [
    { code: '=LINER-1', price: 0.05, onHand: 7, values: ['+5 L'] },
    { code: '-LINER-2', price: null, onHand: 0, values: ['1e3'] },
  ];
  const traits = { name: '=1+1', url: 'liner', variations: ['=Size'], items, categories, allowSaleWithoutStock: true };
  const liner = await makeProduct(db, traits);
  await sql`update products set is_consignment = true where id = ${mop.id}`.execute(db);
  await sql`update stock_movements set created_at = '2026-02-01', reason = '=Opening'`.execute(db);

  const move = async (product: MadeProduct, movement: object): Promise<void> => {
    const body = {
      productId: product.id,
      productVariationItemId: product === liner ? liner.itemIds[0] : null,
      ...movement,
    };
    const { status } = await ask('POST', '/v1/manage-product-stocks/update-stocks', { token: keeper.token, body });
    expect(status).toBe(200);
    clock.advance(1000);
  };
  await move(mop, { inventoryDirection: 0, quantity: 10, purchasePrice: 800.25, reason: '+Delivery\n=2' });
  await move(liner, { inventoryDirection: 2, quantity: 2, reason: '-Broken' });
  const { code: promoCode } = await makePromo(db, { code: '@TEN', percentage: 10 });
  await makePromo(db, { code: '=OFF', amount: 5, minimumSpend: 50, expiryDay: '2026-12-31' });
  const billingInfo = { ...buyer, firstName: '=Kim', lastName: '-Lee', email: '+kim@example.com' };
  const lines = [
    { product: mop, qty: 3 },
    { product: liner, qty: 9, item: 0 },
  ];
  const order = await placePaidOrder(shop, lines, { promoCode, billingInfo });
  const refunded = await orderDeskOf(shop, keeper).refund(order.id, {
    reason: '=Damaged',
    lines: [{ orderItemId: order.orderItems[0]?.orderItemId, quantity: 1, restock: true }],
  });
  expect(refunded.status).toBe(201);
  const body = { supplierId, note: '=Note', lines: [{ itemId: mop.itemIds[0], quantity: 4, purchasePrice: 700 }] };
  const bought = await ask<{ id: string }>('POST', '/v1/purchase-orders', { token: keeper.token, body });
  expect(bought.status).toBe(201);
  const formId = await fillForm(shop);
  const priceListId = await formulaPriceList(shop, keeper.token, mop.itemIds[0] ?? '');
  const { adjustmentNoteId } = refunded.body;
  return {
    keeper,
    supplierId,
    mop,
    order,
    adjustmentNoteId: adjustmentNoteId ?? newId(),
    purchaseOrderId: bought.body.id,
    formId,
    ...(await makeDebtor(shop, keeper, mop.itemIds[0] ?? '')),
    priceListId,
  };
}

/** A trade account with a payment, of which the keeper is one of the people. */
async function makeDebtor(
  { ask, deps: { db } }: TestApp,
  keeper: Person,
  itemId: string,
): Promise<Pick<FormulaShop, 'accountId' | 'siteId' | 'listId'>> {
  const { id, siteIds } = await makeTradeAccount(db, { name: '=1+1 Facilities', sites: ['@Depot'] });
  await makeTradeMember(db, id, { user: keeper, role: 'administrator' });
  const body = { id: newId(), amount: 5, onDay: day, reference: '=EFT', note: '-Note' };
  const { status } = await ask('POST', `/v1/trade-accounts/${id}/payments`, { token: keeper.token, body });
  expect(status).toBe(201);
  const [siteId = ''] = siteIds;
  await sql`insert into trade_orders (order_id, account_id, site_id, is_on_account, placed_at)
    select id, ${id}::uuid, ${siteId}::uuid, false, placed_at from orders where payment = 'paid' limit 1`.execute(db);
  const lists = `/v1/trade/sites/${siteId}/lists`;
  const list = { name: '+List', items: [{ itemId, par: 5, multiple: 1, note: '=Note' }] };
  const made = await ask<{ id: string }>('POST', lists, { token: keeper.token, body: list });
  expect(made.status).toBe(201);
  return { accountId: id, siteId, listId: made.body.id };
}

/** Creates an enquiry and a form's submission; returns the form's id. */
async function fillForm({ ask, deps }: TestApp): Promise<string> {
  const written = {
    company: '=1+1',
    name: '@Sam',
    email: '+sam@example.com',
    phone: '',
    mobile: '',
    message: '-Hello',
  };
  expect((await ask('POST', '/v1/contact-us/send', { body: written })).status).toBe(200);
  const field = makeField({ formFieldType: 0, fieldLabel: '=Site', modelPropertyName: 'site' });
  const form = await storeForm(deps, makeForm([field], { formName: '+Form' }));
  const body = [{ id: field.id, response: '=HYPERLINK("http://x")' }];
  expect((await ask('POST', `/v1/form-builder/${form.id}`, { body })).status).toBe(201);
  return form.id;
}

/** The paths of all exports of lists and reports, without the format. */
export const filesOf = ({
  supplierId,
  mop,
  formId,
  accountId,
  priceListId,
  siteId,
  listId,
}: FormulaShop): Record<string, string> => {
  const days = `startDate=${day}&endDate=${day}`;
  const sales = (table: string) => `/v1/reports/sales-file?table=${table}&${days}`;
  return {
    users: '/v1/users/export?startDate=2020-01-01&endDate=2030-01-01&userTypes=1&userTypes=2&userTypes=3',
    products: '/v1/manage-products/export?',
    stocks: '/v1/manage-product-stocks/download-excel?',
    movements: `/v1/manage-product-stocks/items/${mop.itemIds[0]}/movements/download?`,
    orders: `/v1/manage-orders/export?${days}&${[0, 1, 2, 3, 4].map((status) => `orderStatuses=${status}`).join('&')}`,
    promos: '/v1/shopping-cart/promoCode/export?',
    'list prices': `/v1/price-lists/${priceListId}/prices/export?`,
    'sales by day': sales('days'),
    'sales by product': sales('products'),
    'sales by category': sales('categories'),
    'sales by promo': sales('promos'),
    GST: sales('gst'),
    enquiries: '/v1/enquiries/export?',
    submissions: '/v1/submissions/export?',
    'submissions of a form': `/v1/submissions/export?formId=${formId}`,
    'sales by account': `/v1/reports/account-sales-file?${days}`,
    'prices below cost': `/v1/reports/price-lists/${priceListId}/coverage-file?`,
    consignment: `/v1/reports/consignment/${supplierId}/file?${days}`,
    'trade accounts': '/v1/trade-accounts/export?',
    'order list': `/v1/trade/sites/${siteId}/lists/${listId}/file?`,
    debtors: '/v1/debtors/export?',
    statement: `/v1/trade-accounts/${accountId}/statement/file?${days}`,
    'own statement': `/v1/trade/accounts/${accountId}/statement/file?${days}`,
  };
};
