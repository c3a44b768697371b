import { expect, test } from 'vitest';
import { type Access, type Claim, claims, endpoint, type Method } from '#lib/api/endpoint.ts';
import { newId } from '#lib/uuid.ts';
import { testApp } from './app.ts';
import { tableSums } from './contents.ts';
import { makeAdministrator, type PersonTraits } from './people.ts';
import { makeCategory, makeProduct, makeSupplier } from './make.ts';

const { app, ask, deps } = await testApp();
const { db } = deps;

interface StatedEndpoint {
  method: Method;
  path: string;
  access: Access | 'open';
}

/** All endpoints, read from the OpenAPI description, which is built from the list that registers the routes. */
async function endpoints(): Promise<StatedEndpoint[]> {
  type Paths = Record<string, Record<string, { security?: object[]; 'x-access'?: Access }>>;
  const { body } = await ask<{ paths: Paths }>('GET', '/v1/openapi.json');
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Method, // `openApi` writes it in lower case
      path,
      access: operation.security ? (operation['x-access'] as Access) : 'open', // set unless the endpoint is open
    })),
  );
}

const all = await endpoints();
/** Those of the link for setting up the site; nobody has it here. */
const byLink = all.filter(({ access }) => access === 'setup-link');
const ofBackOffice = all.filter(({ access }) => !['open', 'member', 'setup-link'].includes(access as string)); // or a list

/** `GET /v1/users/:id` for every route under `/v1`, however registered; routes for all methods are the 404 handlers. */
function routes(): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, lead = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S*) \((.*)\)$/.exec(line) ?? [];
      if (methods === '') return [];
      above.splice(lead.length / 4, above.length, part);
      const path = above.join('');
      if (!path.startsWith('/v1/') || methods.includes('TRACE')) return [];
      return methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path}`);
    });
}

const asRoute = ({ method, path }: StatedEndpoint): string => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`;

test('an endpoint without access does not compile', () => {
  // @ts-expect-error: `access` is missing
  endpoint('GET', '/v1/anything', { summary: 'Anybody may, and nobody said so.' });
  // @ts-expect-error: nobody can hold this claim
  endpoint('GET', '/v1/anything', { access: 'ManageEverything', summary: 'Nobody may.' });
});

test('every route of the API is an endpoint that states its access', () => {
  const stated = new Set(all.map(asRoute));
  // Paths that differ only in parameter names are one route: `/:userId` and `/:email`.
  const known = (route: string): boolean =>
    stated.has(route) || [...stated].some((one) => one.replace(/:\w+/g, ':') === route.replace(/:\w+(\|:\w+)*/g, ':'));
  expect(
    routes()
      .filter((route) => !known(route))
      .sort(),
  ).toEqual(['GET /v1/docs', 'GET /v1/openapi.json']);
  expect(routes().length).toBeGreaterThanOrEqual(all.length);
  const possible = ['open', 'member', 'administrator', 'setup-link', ...claims];
  expect(all.filter(({ access }) => ![access].flat().every((one) => possible.includes(one as string)))).toEqual([]);
});

test('every endpoint that requires no claim is listed', () => {
  const without = all.filter(
    ({ access }) => access === 'open' || access === 'member' || access === 'administrator' || access === 'setup-link',
  );
  const named = without.map(({ method, path, access }) => `${String(access)}: ${method} ${path}`);
  expect(named.sort()).toMatchInlineSnapshot(`
    [
      "administrator: DELETE /v1/table-views/{id}",
      "administrator: GET /v1/dashboard",
      "administrator: GET /v1/dashboard/counts",
      "administrator: GET /v1/history/{entity}/{id}",
      "administrator: GET /v1/table-views",
      "administrator: POST /v1/table-views",
      "administrator: PUT /v1/table-views/{id}",
      "member: DELETE /v1/core/accounts/update/own-profile/pending-email",
      "member: DELETE /v1/core/auth/sessions",
      "member: DELETE /v1/core/auth/sessions/{sessionId}",
      "member: DELETE /v1/form-builder/{formId}/draft",
      "member: DELETE /v1/trade/accounts/{accountId}/blanket-pos/{blanketPoId}",
      "member: DELETE /v1/trade/accounts/{accountId}/people/{personId}",
      "member: DELETE /v1/trade/accounts/{accountId}/roles/{roleId}",
      "member: DELETE /v1/trade/accounts/{accountId}/sites/{siteId}",
      "member: DELETE /v1/trade/sites/{siteId}/lists/{listId}",
      "member: DELETE /v1/trade/sites/{siteId}/standing-orders/{id}",
      "member: GET /v1/core/accounts/{userId}",
      "member: GET /v1/core/auth/sessions",
      "member: GET /v1/form-builder/my-submissions",
      "member: GET /v1/form-builder/{formId}/draft",
      "member: GET /v1/forms-workflows/form/{submissionId}/email-pdf",
      "member: GET /v1/forms-workflows/form/{submissionId}/email-pdf/receivers",
      "member: GET /v1/shopping-customers/{userId}",
      "member: GET /v1/shopping-orders",
      "member: GET /v1/trade/accounts",
      "member: GET /v1/trade/accounts/{accountId}/approval-rules",
      "member: GET /v1/trade/accounts/{accountId}/approvals",
      "member: GET /v1/trade/accounts/{accountId}/archived-sites",
      "member: GET /v1/trade/accounts/{accountId}/blanket-pos",
      "member: GET /v1/trade/accounts/{accountId}/credit",
      "member: GET /v1/trade/accounts/{accountId}/invoices",
      "member: GET /v1/trade/accounts/{accountId}/invoices/{taxInvoiceId}/e-invoice",
      "member: GET /v1/trade/accounts/{accountId}/ledger",
      "member: GET /v1/trade/accounts/{accountId}/notes/{adjustmentNoteId}/e-invoice",
      "member: GET /v1/trade/accounts/{accountId}/people",
      "member: GET /v1/trade/accounts/{accountId}/quotes",
      "member: GET /v1/trade/accounts/{accountId}/sites",
      "member: GET /v1/trade/accounts/{accountId}/statement",
      "member: GET /v1/trade/accounts/{accountId}/statement/file",
      "member: GET /v1/trade/approvals/{id}",
      "member: GET /v1/trade/quotes/{id}",
      "member: GET /v1/trade/quotes/{id}/file",
      "member: GET /v1/trade/sites/{siteId}/items",
      "member: GET /v1/trade/sites/{siteId}/lists",
      "member: GET /v1/trade/sites/{siteId}/lists/{listId}/file",
      "member: GET /v1/trade/sites/{siteId}/ordered-items",
      "member: GET /v1/trade/sites/{siteId}/spending",
      "member: GET /v1/trade/sites/{siteId}/standing-orders",
      "member: GET /v1/trade/sites/{siteId}/standing-orders/{id}/runs/{runId}",
      "member: POST /v1/core/accounts/update/own-profile/pending-email",
      "member: POST /v1/form-builder/form-submission",
      "member: POST /v1/shopping-orders/guest-orders/find",
      "member: POST /v1/shopping-orders/guest-orders/join",
      "member: POST /v1/shopping-orders/guest-orders/link",
      "member: POST /v1/trade/accounts/{accountId}/blanket-pos",
      "member: POST /v1/trade/accounts/{accountId}/card-payments",
      "member: POST /v1/trade/accounts/{accountId}/people",
      "member: POST /v1/trade/accounts/{accountId}/people/{personId}/invitation",
      "member: POST /v1/trade/accounts/{accountId}/roles",
      "member: POST /v1/trade/accounts/{accountId}/sites",
      "member: POST /v1/trade/accounts/{accountId}/sites/{siteId}/restore",
      "member: POST /v1/trade/approvals",
      "member: POST /v1/trade/approvals/{id}/approve",
      "member: POST /v1/trade/approvals/{id}/decline",
      "member: POST /v1/trade/approvals/{id}/withdraw",
      "member: POST /v1/trade/cart",
      "member: POST /v1/trade/invitations/accept",
      "member: POST /v1/trade/prices",
      "member: POST /v1/trade/quotes",
      "member: POST /v1/trade/quotes/{id}/accept",
      "member: POST /v1/trade/quotes/{id}/decline",
      "member: POST /v1/trade/quotes/{id}/messages",
      "member: POST /v1/trade/sites/{siteId}/former-lines",
      "member: POST /v1/trade/sites/{siteId}/items/check",
      "member: POST /v1/trade/sites/{siteId}/lists",
      "member: POST /v1/trade/sites/{siteId}/lists/{listId}/copy",
      "member: POST /v1/trade/sites/{siteId}/lists/{listId}/restore",
      "member: POST /v1/trade/sites/{siteId}/standing-orders",
      "member: POST /v1/trade/sites/{siteId}/standing-orders/{id}/pause",
      "member: POST /v1/trade/sites/{siteId}/standing-orders/{id}/runs/{runId}/confirm",
      "member: POST /v1/trade/sites/{siteId}/standing-orders/{id}/skip",
      "member: POST /v1/users/password",
      "member: PUT /v1/core/accounts/update/own-profile",
      "member: PUT /v1/form-builder/{formId}/draft",
      "member: PUT /v1/form-builder/{submissionId}",
      "member: PUT /v1/trade/accounts/{accountId}/approval-rules",
      "member: PUT /v1/trade/accounts/{accountId}/blanket-pos/{blanketPoId}",
      "member: PUT /v1/trade/accounts/{accountId}/people/{personId}",
      "member: PUT /v1/trade/accounts/{accountId}/roles/{roleId}",
      "member: PUT /v1/trade/accounts/{accountId}/sites/{siteId}",
      "member: PUT /v1/trade/sites/{siteId}/former-codes",
      "member: PUT /v1/trade/sites/{siteId}/lists/{listId}",
      "member: PUT /v1/trade/sites/{siteId}/standing-orders/{id}",
      "open: DELETE /v1/form-builder/{formId}/files/{fileId}",
      "open: GET /v1/addresses/suggest",
      "open: GET /v1/addresses/{id}",
      "open: GET /v1/core/auth/viewer",
      "open: GET /v1/form-builder/schema.json",
      "open: GET /v1/form-builder/{form}/id",
      "open: GET /v1/form-builder/{form}/url",
      "open: GET /v1/order-tracking/{deliveryId}/photo",
      "open: GET /v1/payments/config",
      "open: GET /v1/products",
      "open: GET /v1/products/categories",
      "open: GET /v1/products/details/{idOrUrl}",
      "open: GET /v1/products/flat-categories",
      "open: GET /v1/products/popular",
      "open: GET /v1/settings/public",
      "open: GET /v1/shopping-cart/adjustmentNote/{adjustmentNoteId}/download",
      "open: GET /v1/shopping-cart/taxInvoice/{taxInvoiceId}/download",
      "open: GET /v1/shopping-orders/{orderId}",
      "open: GET /v1/shopping-orders/{orderId}/buy-again",
      "open: GET /v1/site/menus/shown",
      "open: GET /v1/site/pages/shown",
      "open: PATCH /v1/core/accounts/{email}/password/reset/request",
      "open: POST /v1/contact-us/send",
      "open: POST /v1/core/accounts",
      "open: POST /v1/core/accounts/confirm-email",
      "open: POST /v1/core/accounts/password/reset",
      "open: POST /v1/core/accounts/token/validate",
      "open: POST /v1/core/auth/revoke",
      "open: POST /v1/core/auth/token",
      "open: POST /v1/driver-deliveries/failed",
      "open: POST /v1/driver-deliveries/proof",
      "open: POST /v1/driver-deliveries/read",
      "open: POST /v1/form-builder/{formId}",
      "open: POST /v1/form-builder/{formId}/files",
      "open: POST /v1/order-tracking/read",
      "open: POST /v1/setup/open",
      "open: POST /v1/shopping-cart-items",
      "open: POST /v1/shopping-checkouts",
      "open: POST /v1/trade/approvals/by-mail/approve",
      "open: POST /v1/trade/approvals/by-mail/decline",
      "open: POST /v1/trade/approvals/by-mail/read",
      "open: POST /v1/trade/invitations/read",
      "open: POST /v1/trade/standing-orders/by-mail/confirm",
      "open: POST /v1/trade/standing-orders/by-mail/pause",
      "open: POST /v1/trade/standing-orders/by-mail/read",
      "open: POST /v1/trade/standing-orders/by-mail/skip",
      "setup-link: GET /v1/setup",
      "setup-link: POST /v1/setup/finish",
      "setup-link: PUT /v1/setup",
    ]
  `);
});

/** The claim of each area (contract, section 4); the first matching path counts. With another area's claim the wrong people get access. */
const areas: [RegExp, Access][] = [
  [/^\/v1\/(settings|system|backups|demo-content)\b/, 'ManageUserPermissions'],
  [/^\/v1\/brand\/colours$/, ['ManageSite', 'setup-link']],
  [/^\/v1\/(brand|site-pictures|site)\b/, 'ManageSite'],
  [/^\/v1\/opening\b/, ['ManageUserPermissions', 'ManageSite']], // each sees what they may do
  [/^\/v1\/(audit|users|core)\b/, 'ManageUsers'],
  [/^\/v1\/manage-products\/variations\//, ['ManageCartProducts', 'ManageCartStock']],
  [/^\/v1\/manage-products\/update-variation-items-inventory$/, 'ManageCartStock'],
  [/^\/v1\/(manage-product(s|-suppliers|-categories)|search-synonyms)\b/, 'ManageCartProducts'],
  [/^\/v1\/purchasing\/suppliers$/, ['ManageCartStock', 'ViewReports']],
  [/^\/v1\/(manage-product-stocks|purchasing|purchase-orders)\b/, 'ManageCartStock'],
  [/^\/v1\/manage-orders\/user\//, ['ManageUsers', 'ManageCartOrders']],
  [/^\/v1\/manage-orders\b/, 'ManageCartOrders'],
  [/^\/v1\/shopping-cart\/promoCode\b/, 'ManageCartPromoCodes'],
  [/^\/v1\/unsent-mails\b/, ['ManageCartOrders', 'ManageForms', 'ManageUsers', 'ManageCartStock']], // each sees its own area's mails
  [/^\/v1\/(trade-accounts|price-lists|debtors|quotes)\b/, 'ManageAccounts'],
  [/^\/v1\/reports\//, 'ViewReports'],
  [/^\/v1\/(enquiries|submissions|form-builder)\b/, 'ManageForms'],
];

test('every endpoint requires the claim of its own area', () => {
  const wrong = ofBackOffice.flatMap(({ method, path, access }) => {
    if (access === 'administrator') return [];
    const [, claim] = areas.find(([paths]) => paths.test(path)) ?? [];
    const isRight = claim !== undefined && [claim].flat().sort().join() === [access].flat().sort().join();
    return isRight ? [] : [`${method} ${path} requires ${String(access)}, not ${String(claim)}`];
  });
  expect(wrong).toEqual([]);
});

interface Caller {
  name: string;
  status: 401 | 403;
  /** The endpoints that must refuse this caller. */
  of: readonly StatedEndpoint[];
  tokenFor: (access: StatedEndpoint['access']) => Promise<string | null>;
}

const tokenOf = async (traits: PersonTraits): Promise<string> => (await makeAdministrator(deps, traits)).token;

/** One person for each list of claims. */
function staff(claimsFor: (access: StatedEndpoint['access']) => readonly Claim[]): Caller['tokenFor'] {
  const known = new Map<string, Promise<string>>();
  return (access) => {
    const own = claimsFor(access);
    const token = known.get(own.join()) ?? tokenOf({ claims: own });
    known.set(own.join(), token);
    return token;
  };
}

async function archived(): Promise<string> {
  const { id, token } = await makeAdministrator(deps, { claims });
  await db.updateTable('users').set({ archived_at: deps.clock.now() }).where('id', '=', id).execute();
  return token;
}

const always = (token: string | null) => () => Promise.resolve(token);
const byClaim = ofBackOffice.filter(({ access }) => access !== 'administrator');
const allBut = (access: StatedEndpoint['access']): Claim[] =>
  claims.filter((claim) => ![access].flat().includes(claim));

const callers: Caller[] = [
  { name: 'anonymous', status: 401, of: [...ofBackOffice, ...byLink], tokenFor: always(null) },
  { name: 'type 1', status: 403, of: ofBackOffice, tokenFor: always(await tokenOf({ userType: 1, claims })) },
  { name: 'type 2', status: 403, of: ofBackOffice, tokenFor: always(await tokenOf({ userType: 2, claims })) },
  { name: 'admin without claims', status: 403, of: byClaim, tokenFor: staff(() => []) },
  { name: 'admin with all other claims', status: 403, of: [...byClaim, ...byLink], tokenFor: staff(allBut) },
  { name: 'archived admin', status: 401, of: ofBackOffice, tokenFor: always(await archived()) },
];

test('every endpoint of the back office refuses callers without its claim, and nothing changes', async () => {
  const category = await makeCategory(db);
  const product = await makeProduct(db, { supplierId: await makeSupplier(db), categories: [category] });
  const supplied: Record<string, string> = { productId: product.id };
  const token = new Map<string, string | null>();
  for (const { name, of, tokenFor } of callers) {
    for (const { access } of of) token.set(`${name} ${String(access)}`, await tokenFor(access));
  }
  const before = await tableSums(db);
  const wrong: string[] = [];
  let refused = 0;
  for (const { name, status, of } of callers) {
    for (const { method, path, access } of of) {
      const url = path.replace(/\{(\w+)\}/g, (_, part: string) => supplied[part] ?? newId());
      const answer = await ask(method, url, {
        token: token.get(`${name} ${String(access)}`),
        ...(method !== 'GET' && { body: {} }),
      });
      if (answer.status === status && answer.message) refused += 1;
      else wrong.push(`${name}: ${method} ${path} (${String(access)}) answered ${answer.status}, not ${status}`);
    }
  }
  const calls = callers.reduce((sum, { of }) => sum + of.length, 0);
  console.info(
    `Refused ${refused} of ${calls}: ${ofBackOffice.length} endpoints of the back office, ${callers.length} callers.`,
  );
  expect(wrong).toEqual([]);
  expect(refused).toBe(calls);
  expect(ofBackOffice.length).toBeGreaterThan(20);
  expect(await tableSums(db)).toEqual(before);
});

test('a caller with the claim is admitted', async () => {
  const boss = await tokenOf({ claims });
  const shut: string[] = [];
  for (const { method, path } of ofBackOffice.filter((one) => one.method === 'GET')) {
    const { status } = await ask(
      method,
      path.replace(/\{\w+\}/g, () => newId()),
      { token: boss },
    );
    if (status === 401 || status === 403) shut.push(`${method} ${path} answered ${status}`);
  }
  expect(shut).toEqual([]);
});
