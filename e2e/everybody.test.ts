import { expectAccessibleWideAndNarrow, test } from './test.ts';

/** Public pages and forms; the pages of shop and account are checked in their own tests. */
const pages = [
  '/',
  '/about-us/',
  '/services',
  '/covid-cleaning',
  '/careers',
  '/contact-us/',
  '/contact-us/success',
  '/faqs/',
  '/privacy-policy',
  '/terms-and-conditions/',
  '/playground/',
  '/login/',
  '/register/',
  '/forgot-password/',
  '/reset-password/',
  '/no-such-room/',
  '/shopping/products/all',
];

/** Pages with other words in the layout of one above. */
const alike = [
  '/retail-cleaning',
  '/aged-care',
  '/education-cleaning',
  '/government-cleaning',
  '/healthcare-cleaning',
  '/sports-cleaning',
  '/hospitality-cleaning',
  '/free-quote/success',
  '/forms-application-form/success',
];

for (const path of [...pages, ...alike]) {
  const tag = alike.includes(path) ? '@long' : [];
  test(`${path} is accessible, wide in light and narrow in dark`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await page.locator('main details').evaluateAll((all) => all.forEach((one) => one.toggleAttribute('open', true)));
    await expectAccessibleWideAndNarrow(page);
  });
}
