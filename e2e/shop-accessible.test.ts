import { add, detail, goods, open } from './shopper.ts';
import { expectAccessibleInBothSchemes, test } from './test.ts';

/** Every page of the shop; dialogs and menus are checked in their own tests. */
test('the pages of the shop are accessible in both colour schemes', async ({ page }) => {
  const paths = [
    '/shopping/products/all',
    '/shopping/products/chemicals?option=Size%3A5+L',
    '/shopping/products/no-such-category',
    detail(goods.cleaner.url),
    detail('backpack-vacuum-6-l-hepa'),
    detail('no-such-product'),
    '/shopping/view-cart',
    '/shopping/checkout',
    '/shopping/order/01a1fd93-1a64-7485-8580-abb86579bff1',
  ];
  for (const path of paths) {
    await open(page, path);
    await expectAccessibleInBothSchemes(page);
  }
  await add(page, goods.disinfectant.url, 2);
  for (const path of ['/shopping/view-cart', '/shopping/checkout']) {
    await open(page, path);
    await page.getByText('$19.60').filter({ visible: true }).first().waitFor();
    await expectAccessibleInBothSchemes(page);
  }
});
