import type { AddressInfo, Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { openDb } from '../db/db.server.ts';
import { observeQueries } from '../db/observe-queries.server.ts';
import { makeMail } from '../mail/send-mail.server.ts';
import { testApp } from '../../../test/app.ts';
import { checkoutOf } from '../../../test/buyer.ts';
import { freshDatabase } from '../../../test/database.ts';
import { makeProduct } from '../../../test/make.ts';
import { startReceiver } from '../../../test/receiver.ts';
import { makeTracer } from './otlp.server.ts';

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: object }[];
}

const collector = await startReceiver();
const warnings: object[] = [];
const log = { warn: (details: object) => void warnings.push(details), error: () => {} };
const tracer = makeTracer(
  {
    otelExporterOtlpEndpoint: `${collector.origin}/otlp/`,
    otelExporterOtlpHeaders: 'authorization=Bearer%20abc,x-team=shop',
    otelServiceName: 'spruce',
    otelTracesSamplerArg: 0, // only what a caller asks for
  },
  log,
);
const fresh = await freshDatabase();
const database = { ...fresh, ...openDb(fresh.connection, log, observeQueries({ tracer })) };
const shop = await testApp({ tracer, database });
const { deps } = shop;
const product = await makeProduct(deps.db, { onHand: 100 });

const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => void stream.resume().once('end', () => done()),
});
smtp.on('error', () => {});
await new Promise<void>((listening) => void smtp.listen(0, '127.0.0.1', listening));
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
const smtpPort = (smtp.server as Server).address() as AddressInfo; // a port, not a pipe
const mailAt = (port: number) =>
  makeMail(
    {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: 'shop@example.com.au',
      dataDir: deps.env.dataDir,
      icon: async () => Buffer.from(''),
    },
    deps.clock,
  );

interface Line {
  msg: string;
  requestId?: string;
  traceId?: string;
  kind?: string;
  job?: string;
  route?: string;
}
const linesOf = (requestId: string): Line[] =>
  shop
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.requestId === requestId);

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const order = async (flags = '01') => {
  const traceparent = `00-${traceId}-00f067aa0ba902b7-${flags}`;
  const key = crypto.randomUUID();
  const answer = await shop.ask('POST', '/v1/shopping-checkouts', {
    body: checkoutOf([{ product }]),
    headers: { traceparent, 'idempotency-key': key },
  });
  expect(answer.status).toBe(201);
  return String(answer.headers['x-request-id']);
};

test("a request's id is in the lines of the mails that are sent because of it", async () => {
  Object.assign(deps.mail, mailAt(smtpPort.port));
  const [one, other] = [await order(), await order()];
  await deps.jobs.finishAll();
  for (const id of [one, other]) {
    const lines = linesOf(id);
    expect(lines.find(({ msg }) => msg === 'request')?.route).toBe('/v1/shopping-checkouts');
    expect(
      lines
        .filter(({ msg }) => msg === 'a mail was sent')
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['order-mail', 'order-notice']);
  }
  expect(
    linesOf(one)
      .filter(({ msg }) => msg !== 'request')
      .every((line) => line.traceId === traceId),
  ).toBe(true);
});

test('a mail that is retried later still has the id of the request that caused it', async () => {
  Object.assign(deps.mail, mailAt(1)); // nobody listens there
  const id = await order();
  await deps.jobs.finishAll();
  expect(linesOf(id).filter(({ msg }) => msg.startsWith('a mail could not be sent'))).toHaveLength(2);
  Object.assign(deps.mail, mailAt(smtpPort.port));
  deps.clock.advance(60 * 60_000);
  await deps.jobs.finishAll();
  expect(linesOf(id).filter(({ msg }) => msg === 'a mail was sent')).toHaveLength(2);
});

test('an invalid traceparent is ignored', async () => {
  const answer = await shop.ask('GET', '/v1/products', { headers: { traceparent: `00-${'0'.repeat(32)}-xyz-01` } });
  expect(answer.status).toBe(200);
});

test('spans of a request, its statements and its jobs are exported as one trace', async () => {
  Object.assign(deps.mail, mailAt(smtpPort.port));
  await order('00');
  await deps.jobs.finishAll();
  await order('01');
  await deps.jobs.finishAll();
  await tracer.stop();
  const requests = collector.came.filter(({ path }) => path === '/otlp/v1/traces');
  expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer abc', 'x-team': 'shop' });
  const spans = requests.flatMap(
    ({ body }) =>
      (JSON.parse(body) as { resourceSpans: [{ scopeSpans: [{ spans: OtlpSpan[] }] }] }).resourceSpans[0].scopeSpans[0]
        .spans,
  );
  expect(spans.every((span) => span.traceId === traceId)).toBe(true);
  const server = spans.filter(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7');
  expect(server.every(({ name }) => name === 'POST /v1/shopping-checkouts')).toBe(true);
  const childrenOf = (parents: readonly OtlpSpan[]) =>
    spans.filter(({ parentSpanId }) => parents.some(({ spanId }) => spanId === parentSpanId));
  const children = childrenOf(server);
  expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['select', 'insert', 'job order-mail']));
  const jobs = children.filter(({ name }) => name === 'job order-mail');
  expect(childrenOf(jobs).map(({ name }) => name)).toEqual(expect.arrayContaining(['select', 'update']));
  expect(JSON.stringify(spans)).not.toContain('kim@example.com');
  expect(warnings).toEqual([]);
});

test('what was recorded while an export runs is exported before the stop', async () => {
  const slow = await startReceiver();
  let answerFirst = (): void => {};
  slow.answer = (response) => {
    if (slow.came.length === 1) answerFirst = () => void response.end();
    else response.end();
  };
  const own = makeTracer(
    {
      otelExporterOtlpEndpoint: slow.origin,
      otelExporterOtlpHeaders: undefined,
      otelServiceName: 'x',
      otelTracesSamplerArg: 1,
    },
    log,
  );
  for (let n = 0; n < 256; n++) own.start('early', 'internal').end(); // so many are exported at once
  await expect.poll(() => slow.came.length).toBe(1);
  own.start('late', 'internal').end();
  const stopped = own.stop();
  answerFirst();
  await stopped;
  expect(slow.came.map(({ body }) => body.includes('"late"'))).toEqual([false, true]);
});

test('headers that cannot be decoded stop the start with the name of their variable', () => {
  const wrong = { otelExporterOtlpHeaders: 'x-discount=50%', otelExporterOtlpEndpoint: collector.origin };
  expect(() => makeTracer({ ...wrong, otelServiceName: 'x', otelTracesSamplerArg: 1 }, log)).toThrow(
    'OTEL_EXPORTER_OTLP_HEADERS must be percent-encoded',
  );
});

test('a collector that is away loses spans, not requests', async () => {
  const away = makeTracer(
    {
      otelExporterOtlpEndpoint: 'http://127.0.0.1:1',
      otelExporterOtlpHeaders: undefined,
      otelServiceName: 'x',
      otelTracesSamplerArg: 1,
    },
    log,
  );
  away.start('one', 'internal').end();
  await away.stop();
  expect(warnings).toHaveLength(1);
});
