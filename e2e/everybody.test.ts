import { expectAccessibleWideAndNarrow, test } from './test.ts';

/** Public pages and forms; the pages of shop and account are checked in their own tests. */
const pages = [
  '/',
  '/about-us/',
  '/services',
  '/covid-cleaning',
  '/retail-cleaning',
  '/aged-care',
  '/education-cleaning',
  '/government-cleaning',
  '/healthcare-cleaning',
  '/sports-cleaning',
  '/hospitality-cleaning',
  '/careers',
  '/contact-us/',
  '/contact-us/success',
  '/free-quote/success',
  '/forms-application-form/success',
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

for (const path of pages) {
  test(`${path} is accessible, wide in light and narrow in dark`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await page.locator('main details').evaluateAll((all) => all.forEach((one) => one.toggleAttribute('open', true)));
    await expectAccessibleWideAndNarrow(page);
  });
}
