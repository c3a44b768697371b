import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { newId } from '#lib/uuid.ts';
import type { PromoImportReport } from '#promos/admin/importing/import-contract.ts';
import type { PurchaseOrderOnPage } from '#purchasing/contract.ts';
import type { TakeReport } from '#stock/take/stock-take-contract.ts';
import type { TestApp } from './app.ts';
import type { FormulaShop } from './formula-shop.ts';
import { callsOfLedger } from './ledger-calls.ts';
import { makeCategory, makeProduct } from './make.ts';
import { makeField, makeForm, storeForm } from './make-form.ts';
import { makePromo } from './make-promo.ts';
import { makeZip } from './make-zip.ts';
import { makePerson } from './people.ts';
import { callsOfPriceLists } from './price-list-calls.ts';
import { importClient } from './send-import.ts';
import { callsOfQuotes } from './quote-calls.ts';
import { callsOfAccounts } from './trade-calls.ts';
import { callsOfSite } from './site-calls.ts';
import { placePaidOrder } from './sold.ts';

/** By `POST /v1/users/archive`, as in the API's description: path parameters and a valid body. */
export type Calls = Record<string, { params?: Record<string, string>; body: object }>;

const days = { startDate: '2026-01-01', endDate: '2026-12-31' };

/** A valid call of every back-office endpoint with a body. None invalidates another. */
export async function goodCalls(shop: TestApp, world: FormulaShop): Promise<Calls> {
  const all = { ...world, db: shop.deps.db };
  return {
    ...(await ofPeople(shop, world)),
    ...(await ofCatalogue(shop, world)),
    ...(await ofDocuments(shop, world)),
    ...(await ofPictures(shop, world)),
    ...(await callsOfSite(shop, world.keeper.token)),
    ...(await ofSearchWords(shop, world)),
    ...(await ofStock(shop, world)),
    ...(await ofOrders(shop, all)),
    ...(await ofPromos(shop, world)),
    ...(await callsOfPriceLists(shop, world.keeper.token)),
    ...(await ofInboxes(shop)),
    ...ofForms(),
    ...(await ofUnsentMails(shop)),
    ...(await callsOfAccounts(shop, world.keeper.token)),
    ...(await callsOfLedger(shop)),
    ...(await callsOfQuotes(shop)),
    'POST /v1/system/jobs/retry': { body: { queue: 'order-mail' } },
    'POST /v1/reports/download-report': { body: { reportType: 1, ...days } },
  };
}

async function ofUnsentMails({ deps: { db, clock } }: TestApp): Promise<Calls> {
  const at = clock.now();
  const ids = [newId(), newId()];
  const failed = { kind: 'order-mail', data: '{}', area: 'orders', created_at: at, give_up_at: at, failed_at: at };
  const rows = ids.map((id) => ({ ...failed, id, attempts: 1, reason: 'The mail server could not be reached.' }));
  await db.insertInto('unsent_mails').values(rows).execute();
  return {
    'POST /v1/unsent-mails/send': { body: { ids: ids.slice(0, 1) } },
    'POST /v1/unsent-mails/dismiss': { body: { ids: ids.slice(1) } },
  };
}

function ofForms(): Calls {
  const content = JSON.stringify({
    url: 'site-check',
    formName: 'Site check',
    formSections: [{ formRows: [{ formFields: [{ formFieldType: 0, modelPropertyName: 'site' }] }] }],
  });
  const zip = makeZip([{ name: 'forms/site-check.json', content }]);
  const file = { name: 'forms.zip', origFileName: 'forms.zip', size: 1 };
  const data = `data:application/zip;base64,${zip.toString('base64')}`;
  return {
    'POST /v1/form-builder/upload-forms': { body: { files: [{ ...file, data }], uploadMethod: 'replace' } },
  };
}

async function ofPeople({ ask, deps }: TestApp, { keeper: { token } }: FormulaShop): Promise<Calls> {
  const person = { firstName: 'Ada', lastName: 'Wong', mobile: '0491570110' };
  const views = '/v1/table-views';
  const view = { list: 'users', name: 'Mine', query: 'sort=name', isShared: false };
  const { body: saved } = await ask<{ id: string }>('POST', views, { token, body: { ...view, name: 'Kept' } });
  const { body: settings } = await ask<object>('GET', '/v1/settings', { token });
  const { body: brand } = await ask<object>('GET', '/v1/brand', { token });
  const [changed, gone, back] = [await makePerson(deps), await makePerson(deps), await makePerson(deps)];
  await ask('PATCH', `/v1/users/${back.id}/archive`, { token });
  const password = 'clean sweep 7';
  return {
    'POST /v1/table-views': { body: view },
    'PUT /v1/table-views/{id}': { params: { id: saved.id }, body: { name: 'Theirs', query: '', isShared: true } },
    'PUT /v1/settings': { body: settings },
    'PUT /v1/brand': { body: brand },
    'POST /v1/brand/colours': { body: { accent: '#1d4ed8', ink: '#172554' } },
    'POST /v1/users/filter': { body: { ...days, userTypes: [1, 3] } },
    'POST /v1/core/accounts/admin': {
      body: {
        ...person,
        email: 'ada@example.com',
        password,
        confirmPassword: password,
        userType: 3,
        usersClaims: ['ViewReports'],
      },
    },
    'PUT /v1/users/admin/update-user': {
      body: { id: changed.id, ...person, email: changed.email, userType: 1, usersClaims: [], version: 1 },
    },
    'POST /v1/users/archive': { body: { ids: [gone.id] } },
    'POST /v1/users/restore': { body: { ids: [back.id] } },
  };
}

async function ofCatalogue({ ask, deps }: TestApp, { keeper: { token } }: FormulaShop): Promise<Calls> {
  const { db } = deps;
  const make = async <Body>(path: string, body: object) => (await ask<Body>('POST', path, { token, body })).body;
  const [top, moved] = [await makeCategory(db), await makeCategory(db)];
  const supplier = await make<{ id: string }>('/v1/manage-product-suppliers', { name: 'Bright Wholesale' });
  const plain = await makeProduct(db, { code: 'PLAIN-1', categories: [top] });
  const pictured = await makeProduct(db, { code: 'PICT-1', categories: [top], images: [] });
  const items = [
    { code: 'S-1', values: ['Small'] },
    { code: 'L-1', values: ['Large'] },
  ];
  const varied = await makeProduct(db, { variations: ['Size'], items, categories: [top] });
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer();
  const data = `data:image/png;base64,${bytes.toString('base64')}`;
  const picture = `/v1/manage-products/${pictured.id}/images`;
  const { id: imageId } = await make<{ id: string }>(picture, { name: 'a.png', data });
  const change = { kind: 'percent', by: 5, ending: 'cent', ids: [plain.id] };
  const option = (label: string) => ({ value: newId(), label });
  const variations = [{ id: newId(), name: 'Colour', options: [option('Red'), option('Blue')] }];
  return {
    'POST /v1/manage-product-suppliers': { body: { name: 'New Supply' } },
    'PUT /v1/manage-product-suppliers': { body: { id: supplier.id, name: 'Brighter Wholesale', version: 1 } },
    'POST /v1/manage-product-categories': { body: { name: 'Below', parentId: top.id } },
    'PUT /v1/manage-product-categories': { body: { id: moved.id, name: 'Moved', version: 1 } },
    'PATCH /v1/manage-product-categories/{id}/move': {
      params: { id: moved.id },
      body: { parentId: top.id, position: 0 },
    },
    'POST /v1/manage-products': { body: { productName: 'New', categoryId: top.id } },
    'POST /v1/manage-products/upload': {
      body: {
        id: plain.id,
        productImages: [{ name: 'b.png', data, size: bytes.length, isPrimary: true, altText: 'B' }],
      },
    },
    'POST /v1/manage-products/{id}/images': {
      params: { id: pictured.id },
      body: { name: 'c.png', data, altText: 'C' },
    },
    'PUT /v1/manage-products/{id}/images': {
      params: { id: pictured.id },
      body: { images: [{ id: imageId, isPrimary: true, altText: 'D' }] },
    },
    'POST /v1/manage-products/update-variation-items': {
      body: { productId: varied.id, productVariationItems: [{ id: varied.itemIds[0], productCode: 'S-2', price: 3 }] },
    },
    'POST /v1/manage-products/bulk': { body: { action: 'deactivate', ids: [plain.id] } },
    'POST /v1/manage-products/price-change/preview': { body: change },
    'POST /v1/manage-products/price-change': { body: change },
    'PUT /v1/manage-products': {
      body: {
        id: plain.id,
        productName: 'Plain',
        productUrl: 'plain-one',
        shortDescription: '',
        longDescription: '<p>x</p>',
        isActive: true,
        allowSaleWithoutStock: false,
        isConsignment: false,
        categories: [top.id],
        productSupplierId: supplier.id,
        productCode: 'PLAIN-1',
        sellingPrice: 10,
        variations,
      },
    },
  };
}

async function ofDocuments(shop: TestApp, { keeper: { token } }: FormulaShop): Promise<Calls> {
  const [{ id }, added] = [
    await makeProduct(shop.deps.db, { code: 'SHEET-1' }),
    await makeProduct(shop.deps.db, { code: 'SHEET-3' }),
  ];
  const bytes = await readFile(new URL('../demo/documents/kitchen-degreaser-sds.pdf', import.meta.url));
  const data = `data:application/pdf;base64,${bytes.toString('base64')}`;
  const sheet = { kind: 'technical', title: 'Data', issuedOn: '2026-01-05' };
  const path = `/v1/manage-products/${id}/documents`;
  const { body: first } = await shop.ask<{ id: string; version: number }>('POST', path, {
    token,
    body: { ...sheet, name: 'a.pdf', data },
  });
  const checked = await importClient(shop).check('url,name,code,price\nsheet-two,Sheet two,SHEET-2,5\n', token);
  return {
    'POST /v1/manage-products/{id}/documents': {
      params: { id: added.id },
      body: { ...sheet, name: 'b.pdf', data },
    },
    'PUT /v1/manage-products/{id}/documents': {
      params: { id },
      body: { version: first.version, documents: [{ id: first.id, ...sheet, title: 'Renamed' }] },
    },
    'POST /v1/manage-products/imports/{id}/check': {
      params: { id: checked.id },
      body: { columns: ['url', 'name', 'code', 'price'] },
    },
  };
}

async function ofPictures({ ask }: TestApp, { keeper: { token } }: FormulaShop): Promise<Calls> {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#07a' } })
    .png()
    .toBuffer();
  const headers = { 'content-type': 'application/octet-stream' };
  const { body } = await ask<{ picture: { id: string } }>('POST', '/v1/site-pictures?name=a.png&alt=A+mop', {
    token,
    headers,
    body: bytes,
  });
  const crop = { left: 10, top: 20, width: 50, height: 60 };
  return {
    'PUT /v1/site-pictures/{id}': {
      params: { id: body.picture.id },
      body: { alt: 'A mop', isDecorative: false, focus: { x: 40, y: 30 }, crop, version: 1 },
    },
  };
}

async function ofSearchWords({ ask }: TestApp, { keeper: { token } }: FormulaShop): Promise<Calls> {
  const path = '/v1/search-synonyms';
  const group = { phrases: ['bin liners', 'garbage bags'], finds: [] };
  const { body: saved } = await ask<{ id: string }>('POST', path, { token, body: group });
  return {
    [`POST ${path}`]: { body: { phrases: ['mop', 'floor mop'], finds: ['bucket'] } },
    [`PUT ${path}`]: { body: { ...group, id: saved.id, version: 1 } },
    [`POST ${path}/misses/dismiss`]: { body: { phrase: 'feather duster' } },
  };
}

async function ofStock({ ask, deps }: TestApp, world: FormulaShop): Promise<Calls> {
  const { token } = world.keeper;
  const { supplierId } = world;
  const product = await makeProduct(deps.db, { code: 'STOCK-1', onHand: 50, supplierId });
  const [itemId = ''] = product.itemIds;
  const item = { productId: product.id, productVariationItemId: null };
  const movement = { ...item, inventoryDirection: 0, quantity: 3, reason: 'Found', purchasePrice: 2.5 };
  const stocks = '/v1/manage-product-stocks';
  const file = 'code,counted\nSTOCK-1,50';
  const order = { supplierId, note: 'Soon', lines: [{ itemId, quantity: 4, purchasePrice: 2 }] };
  const ordered = async () =>
    (await ask<PurchaseOrderOnPage>('POST', '/v1/purchase-orders', { token, body: order })).body;
  const [coming, cancelled, edited, short] = [await ordered(), await ordered(), await ordered(), await ordered()];
  const email = 'orders@example.com';
  await deps.db.updateTable('suppliers').set({ email }).where('id', '=', supplierId).execute();
  const more = { id: edited.lines[0]?.id, itemId: null, quantity: 6, purchasePrice: 2 };
  const lineOf = ({ lines: [first] }: PurchaseOrderOnPage) => ({ lineId: first?.id, quantity: 1, purchasePrice: 2 });
  const part = { receiptId: newId(), lines: [lineOf(short)] };
  await ask('POST', `/v1/purchase-orders/${short.id}/receive`, { token, body: part });
  const { body: partlyReceived } = await ask<PurchaseOrderOnPage>('GET', `/v1/purchase-orders/${short.id}`, { token });
  const { body: take } = await ask<TakeReport>('POST', `${stocks}/stock-take/check`, { token, body: { file } });
  const details = { ...item, productCode: 'STOCK-1', sellingPrice: 12, lowStockAt: 4 };
  return {
    [`POST ${stocks}/stock-take/check`]: { body: { file, countedAt: take.countedAt } },
    [`POST ${stocks}/stock-take`]: { body: { file, countedAt: take.countedAt, seen: take.seen } },
    'POST /v1/manage-products/update-variation-items-inventory': { body: movement },
    [`POST ${stocks}/update-stocks`]: { body: { ...movement, inventoryDirection: 2 } },
    [`POST ${stocks}/update-details`]: { body: details },
    [`PUT ${stocks}/items/{id}/threshold`]: { params: { id: itemId }, body: { lowStockAt: 9 } },
    'PUT /v1/purchasing/suppliers/{supplierId}/terms': {
      params: { supplierId },
      body: { leadDays: 7, coverDays: 30, version: 0 },
    },
    'POST /v1/purchase-orders': { body: order },
    'PUT /v1/purchase-orders/{id}': {
      params: { id: edited.id },
      body: { note: 'Later', lines: [more], version: edited.version },
    },
    'POST /v1/purchase-orders/{id}/receive': {
      params: { id: coming.id },
      body: { receiptId: newId(), lines: [lineOf(coming)] },
    },
    'POST /v1/purchase-orders/{id}/mail': { params: { id: edited.id }, body: { email, known: 0 } },
    'PATCH /v1/purchase-orders/{id}/close': {
      params: { id: short.id },
      body: { reason: 'The rest is not made any more.', version: partlyReceived.version },
    },
    'PATCH /v1/purchase-orders/{id}/cancel': { params: { id: cancelled.id }, body: { version: cancelled.version } },
  };
}

async function ofOrders(shop: TestApp, { keeper: { token } }: FormulaShop): Promise<Calls> {
  const product = await makeProduct(shop.deps.db, { onHand: 20, price: 10 });
  const [noted, changed, refunded] = [
    await placePaidOrder(shop, [{ product }]),
    await placePaidOrder(shop, [{ product }]),
    await placePaidOrder(shop, [{ product, qty: 5 }]),
  ];
  const params = { orderId: noted.id };
  const notes = `/v1/manage-orders/${noted.id}/notes`;
  const { body } = await shop.ask<{ notes?: { id: string }[]; id?: string }>('POST', notes, {
    token,
    body: { text: 'First' },
  });
  const noteId = body.id ?? body.notes?.[0]?.id ?? '';
  const lines = [{ orderItemId: refunded.orderItems[0]?.orderItemId, quantity: 1, restock: true }];
  const account = await makePerson(shop.deps);
  const shippingInfo = { shippingMethod: 2, sameAsCheckoutDetails: true };
  const sent = await placePaidOrder(shop, [{ product, qty: 5 }], { shippingInfo });
  const orderItemId = sent.orderItems[0]?.orderItemId;
  const [packed, edited] = [newId(), newId()].map((deliveryId) => ({ orderId: sent.id, deliveryId }));
  for (const parcel of [packed, edited]) {
    const path = `/v1/manage-orders/${sent.id}/deliveries/${parcel?.deliveryId}`;
    await shop.ask('PUT', path, { token, body: { lines: [{ orderItemId, quantity: 1 }] } });
  }
  const delivery = { lines: [{ orderItemId, quantity: 2 }], carrier: 'StarTrack', consignmentNumber: 'ST-1' };
  return {
    'PUT /v1/manage-orders/{orderId}/deliveries/{deliveryId}': {
      params: { ...edited },
      body: { ...delivery, plannedDay: '2026-03-04', version: 1 },
    },
    'PATCH /v1/manage-orders/{orderId}/deliveries/{deliveryId}/state': {
      params: { ...packed },
      body: { state: 'delivered', receivedBy: 'Sam Lee', version: 1 },
    },
    'PUT /v1/manage-orders/{orderId}/back-orders': {
      params: { orderId: sent.id },
      body: { lines: [{ orderItemId, expectedDay: '2026-03-10', was: null }] },
    },
    'PUT /v1/manage-orders/{orderId}/account': { params, body: { email: account.email } },
    'POST /v1/manage-orders/filter': { body: { ...days, orderStatuses: [0, 4] } },
    'POST /v1/manage-orders/{orderId}/notes': { params, body: { text: 'Call first.' } },
    'PUT /v1/manage-orders/{orderId}/notes/{noteId}': {
      params: { ...params, noteId },
      body: { text: 'Changed', version: 1 },
    },
    'POST /v1/manage-orders/{orderId}/mail': { params, body: { mail: 'confirmation' } },
    'PATCH /v1/manage-orders/change-status': {
      body: { orderId: changed.id, orderStatus: 4, version: changed.version, notify: true },
    },
    'POST /v1/manage-orders/{orderId}/refund': {
      params: { orderId: refunded.id },
      body: { amount: 3, reason: 'Damaged', lines, refundShipping: false },
    },
  };
}

async function ofPromos({ ask, deps }: TestApp, { keeper: { token } }: FormulaShop): Promise<Calls> {
  const promo = await makePromo(deps.db, { code: 'CHANGE-ME', percentage: 5 });
  const some = await makePromo(deps.db, { code: 'SOME', percentage: 5, products: [] });
  const category = await makeCategory(deps.db);
  const { id: productId } = await makeProduct(deps.db, { categories: [category] });
  const path = '/v1/shopping-cart/promoCode';
  const file = 'code,discount_percentage,all_products\nIMPORTED,10,yes\n';
  const checked = await ask<PromoImportReport>('POST', `${path}/import/check`, { token, body: { file } });
  const form = {
    discountType: 0,
    discountPercentage: 10,
    discountAmount: null,
    description: 'Ten off',
    hasMinimumSpend: true,
    minimumSpend: 20,
    hasExpiryDate: true,
    expiryDate: '2026-12-31',
    isApplicableToAllProducts: true,
    isOneTimeUseOnly: false,
  };
  return {
    [`POST ${path}`]: { body: { ...form, code: 'NEWCODE' } },
    [`PUT ${path}`]: { body: { ...form, id: promo.id, code: 'CHANGED', version: 1 } },
    [`POST ${path}/import/check`]: { body: { file, isUpdating: true } },
    [`POST ${path}/import`]: { body: { file, isUpdating: false, seen: checked.body.seen } },
    [`POST ${path}/below-cost`]: {
      body: { promoCodeId: some.id, discountPercentage: 10, minimumSpend: 0, isApplicableToAllProducts: false },
    },
    [`POST ${path}/products`]: { body: { promoCodeId: some.id, categoryIds: [category.id] } },
    [`POST ${path}/products/save`]: { body: { promoCodeId: some.id, add: [productId], remove: [] } },
  };
}

async function ofInboxes({ ask, deps }: TestApp): Promise<Calls> {
  const form = await storeForm(deps, makeForm([makeField({ formFieldType: 0, modelPropertyName: 'note' })]));
  const submitted = async () =>
    (await ask<{ submissionId: string }>('POST', `/v1/form-builder/${form.id}`, { body: [] })).body.submissionId;
  const written = async () => {
    const id = newId();
    const person = { company: 'Example Childcare', name: 'Sam', email: 'sam@example.com', phone: '', mobile: '' };
    await deps.db
      .insertInto('enquiries')
      .values({ id, ...person, message: 'Hello', created_at: deps.clock.now() })
      .execute();
    return id;
  };
  const of = async (path: string, create: () => Promise<string>): Promise<Calls> => ({
    [`PATCH ${path}/{id}/status`]: { params: { id: await create() }, body: { status: 1, version: 1 } },
    [`POST ${path}/status`]: { body: { ids: [await create()], status: 2 } },
    [`POST ${path}/delete`]: { body: { ids: [await create()], reason: 'Sent twice' } },
  });
  const spam = { 'POST /v1/enquiries/spam': { body: { ids: [await written()], isSpam: true } } };
  return { ...(await of('/v1/submissions', submitted)), ...(await of('/v1/enquiries', written)), ...spam };
}
