import sharp from 'sharp';
import { newId } from '#lib/uuid.ts';
import type { OrderDeliveries } from '#orders/deliveries/contract.ts';
import { signInAs } from './admin.ts';
import { cards, fillCard, hydrated, next, review } from './shopper.ts';
import { expect, expectAccessibleInBothSchemes, test, waitForMail } from './test.ts';
import { addSite, apply, browserOf, inviteBuyer, joinAccount } from './trade.ts';

for (const width of [390, 1440]) {
  const tag = width === 1440 ? '@long' : []; // the same journey
  test(`a company applies, invites a buyer, reorders by par over its budget, approves from the mail, receives in parts and pays, at ${width} px`, {
    tag,
  }, async ({ page: desk, context, database, browser, faults }) => {
    const window = { width, height: 844 };
    const company = `Lorikeet Facilities ${newId().slice(-6)}`;
    const [managerEmail, buyerEmail] = [`mira.${newId()}@example.com`, `kim.${newId()}@example.com`];
    await desk.setViewportSize(window);
    await signInAs(context, database, ['ManageAccounts', 'ManageForms', 'ManageCartOrders']);

    const mira = await browserOf(browser, faults);
    await mira.setViewportSize(window);
    await apply(mira, company, managerEmail);
    await expect(async () => {
      await desk.goto(`/admin/accounts/?status=applied&search=${encodeURIComponent(company.slice(-6))}`);
      await desk.getByRole('link', { name: company }).click({ timeout: 1_000 });
    }).toPass();
    await desk.getByRole('button', { name: 'Approve' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(desk.getByRole('row').filter({ hasText: managerEmail })).toContainText('Invited');

    await joinAccount(mira, managerEmail, { first: 'Mira', last: 'Okoye' });
    await addSite(mira, 'Carlton office', '50');
    await inviteBuyer(mira, buyerEmail, 'Carlton office');

    const kim = await browserOf(browser, faults);
    await kim.setViewportSize(window);
    await joinAccount(kim, buyerEmail, { first: 'Kim', last: 'Lee' });
    await kim.goto('/trade/lists/');
    await kim.getByRole('button', { name: /^Paste or upload codes/ }).click();
    const codes = kim.getByRole('dialog', { name: 'List from codes' });
    await codes.getByLabel('Codes and quantities').fill('SPR-1042 12');
    await codes.getByRole('button', { name: 'Look up' }).click();
    await codes.getByRole('button', { name: 'Create list of 1 item' }).click();

    const begun = Date.now();
    await kim.goto('/trade/lists/');
    await kim.getByRole('textbox', { name: /^On the shelf/ }).fill('2');
    await expectAccessibleInBothSchemes(kim);
    await kim.getByRole('button', { name: 'Add to cart' }).click();
    await expect(kim.getByRole('heading', { name: 'My Shopping Cart' })).toBeVisible();
    await kim.goto('/shopping/checkout');
    await next(kim);
    await review(kim);
    await kim.getByRole('button', { name: 'PLACE ORDER' }).click();
    const alert = kim.getByRole('alert').filter({ hasText: 'needs approval' });
    await expect(alert).toContainText(
      /puts Carlton office \$\S+ above its budget of \$50\.00 for \w+, of which \$50\.00 is left\./,
    );
    await kim.getByRole('button', { name: 'Send for approval' }).click();
    await expect(kim.getByText('Waits for approval')).toBeVisible();
    expect(Date.now() - begun).toBeLessThan(120_000); // a person needs longer, but presses no more

    const mail = await waitForMail(managerEmail, /^Approve/);
    const link = /https?:\/\/[^/]+(\/trade\/approve\?t=\S+)/.exec(mail.text ?? '')?.[1] ?? '';
    const phone = await browserOf(browser, faults);
    await phone.setViewportSize(window);
    await phone.goto(link);
    await phone.getByRole('button', { name: /^Approve \$/ }).click();
    const placed = await phone.getByText(/The order is placed as SO-/).textContent();
    const number = /SO-\d+/.exec(placed ?? '')?.[0] ?? '';

    const { id } = await database.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    await desk.goto(`/admin/view-order-details/${id}/`);
    const deliveries = desk.getByRole('region', { name: 'Deliveries' });
    await deliveries.getByRole('button', { name: 'New delivery' }).click();
    await desk
      .getByRole('dialog')
      .getByLabel(/^Quantity of/)
      .fill('6');
    await desk.getByRole('dialog').getByRole('button', { name: 'Make delivery' }).click();
    await deliveries.getByRole('button', { name: 'Dispatch' }).click();
    await expect(deliveries.getByText('On its way')).toBeVisible();
    const known = await desk.request.get(`/v1/manage-orders/${id}/deliveries`);
    const sent = (await known.json()) as OrderDeliveries;
    await phone.goto(sent.deliveries[0]?.driverUrl ?? '');
    await hydrated(phone);
    await phone.getByLabel('Received by').fill('Sam Lee');
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b96' } })
      .jpeg()
      .toBuffer();
    await phone.getByLabel('Take a photo').setInputFiles({ name: 'dock.jpg', mimeType: 'image/jpeg', buffer: photo });
    await phone.getByRole('button', { name: 'Record as delivered' }).click();
    await expect(phone.getByText(/^Delivered .*, received by Sam Lee/)).toBeVisible();
    const onItsWay = await waitForMail(buyerEmail, /Your delivery is on its way/);
    await kim.goto(/https?:\/\/[^/]+(\/track\?t=\S+)/.exec(onItsWay.text ?? '')?.[1] ?? '');
    await expect(kim.getByText('Received by Sam Lee')).toBeVisible();
    await expect(kim.getByRole('region', { name: 'On back order' })).toContainText('4');
    await desk.reload();
    await deliveries.getByRole('button', { name: 'New delivery' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Make delivery' }).click();
    await deliveries.getByRole('button', { name: 'Dispatch' }).click();
    await expect(desk.getByRole('heading', { level: 1 }).locator('..')).toContainText('Completed');

    const invoice = await waitForMail(managerEmail, /invoice/i);
    expect(invoice.attachments.map(({ filename }) => filename)).toContainEqual(expect.stringMatching(/^INV-\d+\.pdf$/));
    await mira.goto('/trade/quick-order');
    await mira.getByRole('link', { name: company }).click();
    await mira.getByRole('link', { name: /^Invoices/ }).click();
    await expect(mira.getByRole('table', { name: 'Open invoices' })).toContainText(number.replace('SO', 'INV'));
    await expectAccessibleInBothSchemes(mira);
    await mira.getByLabel('Month').selectOption({ index: 0 });
    const statement = mira.waitForEvent('download');
    await mira.getByRole('link', { name: 'PDF' }).click();
    expect((await statement).suggestedFilename()).toMatch(/^statement-\d+-.*\.pdf$/);
    await mira.getByRole('table', { name: 'Open invoices' }).getByRole('checkbox').check();
    await mira.getByRole('button', { name: 'Pay by card' }).click();
    await fillCard(mira, cards.pays);
    await mira
      .getByRole('dialog')
      .getByRole('button', { name: /^Pay \$/ })
      .click();
    await expect(mira.getByText('Nothing is open.')).toBeVisible();
  });
}
