import { sizesOf } from '../bench/sizes.ts';
import { address } from './place.ts';
import { expect, test } from './test.ts';

/** KiB of gzipped script that the first visit to a page loads; 6 of them are the list of routes, which is kept until the next release. */
const allowed = {
  '/': 129,
  '/contact-us/': 132,
  '/contact-us/success/': 129,
  '/shopping/products/all': 138,
  '/shopping/checkout': 197,
};

test('a first visit loads no more script than allowed, and none of the back office', async () => {
  const port = Number(new URL(address).port);
  for (const [path, most] of Object.entries(allowed)) {
    const { script } = await sizesOf(port, path, path);
    expect(script / 1024, `script of ${path}`).toBeLessThan(most);
    expect(script / 1024, `script of ${path}`).toBeGreaterThan(50);
  }
});
