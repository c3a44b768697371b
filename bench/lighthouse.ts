/** `npm run bench:pages`: Lighthouse (mobile) on the pages of a shopper, on a server that runs already. */
import { tool } from './tool.ts';
import { findChromium } from '../scripts/chromium.js';

/** What is used of Lighthouse and its launcher. */
interface Lighthouse {
  default(
    url: string,
    flags: { port: number; onlyCategories: string[]; logLevel: 'error' },
  ): Promise<
    | {
        lhr: {
          runtimeError?: { message: string };
          categories: Record<string, { score: number | null } | undefined>;
          audits: Record<string, { numericValue?: number } | undefined>;
        };
      }
    | undefined
  >;
}
interface Launcher {
  launch(options: { chromePath?: string; chromeFlags: string[] }): Promise<{ port: number; kill(): void }>;
}
const { default: lighthouse } = await tool<Lighthouse>('lighthouse');
const { launch } = await tool<Launcher>('chrome-launcher');

const base = process.argv[2] ?? 'http://localhost:3000';
const runs = 3;
const pages = [
  '/',
  '/aged-care',
  '/contact-us/',
  '/shopping/products/all',
  '/shopping/product-detail/flat-mop-kit-two-400-mm-pads',
  '/shopping/view-cart',
];
const kinds = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Figures {
  scores: number[];
  lcpMs: number;
  shift: number;
}

async function measure(url: string, port: number): Promise<Figures> {
  const result = await lighthouse(url, { port, onlyCategories: [...kinds], logLevel: 'error' });
  if (!result) throw new Error(`Lighthouse answered nothing for ${url}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`); // such as a server that does not run
  return {
    scores: kinds.map((kind) => Math.round((categories[kind]?.score ?? 0) * 100)),
    lcpMs: Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
    shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
  };
}

/** The run of the middle performance: single runs vary with what else the machine does. */
async function median(url: string, port: number): Promise<Figures> {
  const all: Figures[] = [];
  for (let run = 0; run < runs; run++) all.push(await measure(url, port));
  const [, middle] = all.toSorted((a, b) => (a.scores[0] ?? 0) - (b.scores[0] ?? 0));
  if (!middle) throw new Error('No run.');
  return middle;
}

const chromePath = await findChromium();
const chrome = await launch({ ...(chromePath && { chromePath }), chromeFlags: ['--headless=new', '--no-sandbox'] });
console.log(
  '| page | performance | accessibility | best practices | SEO | LCP ms | CLS |\n|---|---|---|---|---|---|---|',
);
try {
  for (const page of pages) {
    const { scores, lcpMs, shift } = await median(base + page, chrome.port);
    console.log(`| ${page} | ${scores.join(' | ')} | ${lcpMs} | ${shift.toFixed(3)} |`);
  }
} finally {
  chrome.kill();
}
