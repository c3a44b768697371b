/** `node scripts/in-node.js bench/catalogue-import.ts [--rows 200000] [--items 1]`: see bench/README.md. */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { makeBackOffice, tokenOf } from './back-office.ts';
import { makeCatalogue } from './catalogue.ts';
import { cpuSeconds } from './cpu.ts';
import { type Database, type Served, serve, withDatabase } from './servers.ts';
import { brands, describing, nouns, qualities, sizes } from './words.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    /** Rows of each product. */
    items: { type: 'string', default: '1' },
  },
});

const shopProducts = 1_000;
const bytesARow = 310; // 62 MB in 200,000 rows
const megabyte = 1024 * 1024;
const lookEveryMs = 200;

const at = (list: readonly string[], place: number): string => list[place % list.length] ?? '';

function text(words: number, from: number): string {
  return Array.from({ length: words }, (_, i) => at(describing, from * 31 + i * i + i * 7)).join(' ');
}

/** The rows of one product; the first has what describes it. */
function rowsOf(product: number, items: number): string {
  const noun = at(nouns, product);
  const name = `${at(brands, product * 7)} ${at(qualities, product * 3)} ${noun} ${product}`;
  const rows = Array.from({ length: items }, (_, item) => {
    const code = `L${product}-${item}`;
    const values = items === 1 ? ['', ''] : ['Size', at(sizes, item)];
    const own = [`import-${product}`, name, code, ...values, String(5 + (product % 90)), String(item + 1), '2.50'];
    const shared = [`Cleaning > ${noun}`, `Supplier ${product % 500}`, text(5, product)];
    const line = [...own, ...(item === 0 ? shared : ['', '', '']), ''].join(',');
    return `${line}${item === 0 ? text(120, product).slice(0, bytesARow * items - line.length - (items - 1) * 80) : ''}\n`;
  });
  return rows.join('');
}

async function writeFile(path: string, { rows, items }: { rows: number; items: number }): Promise<void> {
  const out = createWriteStream(path);
  out.write(
    'url,name,code,variation_1,value_1,price,stock,purchase_price,categories,supplier,short_description,long_description\n',
  );
  for (let product = 0; product < rows / items; product++)
    if (!out.write(rowsOf(product, items))) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

type Headers = Record<string, string>;
interface State {
  id: string;
  state: string;
  faultCount: number;
  refusal: string | null;
  added: number;
}

async function ask({ port }: Served, path: string, init: RequestInit): Promise<State> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/manage-products/imports${path}`, init);
  const body = (await answer.json()) as State; // as the contract has it
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(body)}`);
  return body;
}

async function untilState(server: Served, id: string, { headers, state }: { headers: Headers; state: string }) {
  for (;;) {
    const now = await ask(server, `/${id}`, { headers });
    if (now.state === state && now.faultCount === 0) return now;
    if (now.state === 'failed' || now.faultCount > 0) throw new Error(JSON.stringify(now).slice(0, 2_000));
    await sleep(lookEveryMs);
  }
}

async function timed(
  name: string,
  { server, database }: { server: Served; database: Database },
  work: () => Promise<unknown>,
) {
  const cpu = [cpuSeconds(server.pid), cpuSeconds(database.pid)] as const;
  const before = await server.rss();
  const watch = { isOn: true, most: before };
  const watching = (async () => {
    while (watch.isOn) {
      watch.most = Math.max(watch.most, await server.rss());
      await sleep(lookEveryMs);
    }
  })();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  watch.isOn = false;
  await watching;
  const spent = [cpuSeconds(server.pid) - cpu[0], cpuSeconds(database.pid) - cpu[1]].map((one) => one.toFixed(0));
  process.stdout.write(
    `${name}: ${seconds.toFixed(0)} s, processor ${spent.join(' + ')} s, memory ${Math.round(before / megabyte)} ` +
      `+${Math.round((watch.most - before) / megabyte)} MB\n`,
  );
}

async function measured(database: Database): Promise<void> {
  const { db, close } = openDb(database.connection, { error() {} });
  await migrate(db);
  await makeCatalogue(db, shopProducts, () => {});
  await makeBackOffice(db, shopProducts, () => {});
  const headers = { authorization: `Bearer ${await tokenOf(db)}` };
  await close();
  const file = join(database.dataDir, 'import.csv');
  const [rows, items] = [Number(flags.rows), Number(flags.items)];
  await writeFile(file, { rows, items });
  const bytes = (await stat(file)).size;
  process.stdout.write(`${rows} rows, ${(bytes / megabyte).toFixed(1)} MB\n`);
  const server = await serve('cached', database);
  try {
    for (const round of ['new', 'again']) {
      let id = '';
      await timed(`${round}, check`, { server, database }, async () => {
        const upload = { method: 'POST', headers: { ...headers, 'content-type': 'text/csv' }, duplex: 'half' };
        ({ id } = await ask(server, '', { ...upload, body: createReadStream(file) as never })); // node's fetch takes streams
        await untilState(server, id, { headers, state: 'checked' });
      });
      if (round === 'again') break;
      await timed(`${round}, import`, { server, database }, async () => {
        await ask(server, `/${id}/start`, { method: 'POST', headers });
        await untilState(server, id, { headers, state: 'done' });
      });
    }
  } finally {
    await server.stop();
  }
}

await withDatabase(undefined, measured);
