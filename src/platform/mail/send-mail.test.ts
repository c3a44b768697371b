import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { stoppedClock } from '../process/clock.server.ts';
import { type Mail, type MailFault, makeMail, type OutgoingMail } from './send-mail.server.ts';
import { renderMail, panel, paragraph } from './mail-layout.ts';

const clock = stoppedClock('2026-11-21T01:02:03Z');
const mailFrom = 'Spruce <shop@example.com.au>';
const icon = Buffer.from('a picture');
const logo = Buffer.from('a wide picture');
const letter: OutgoingMail = {
  to: 'kim@example.com',
  subject: 'Your order – “SO-100001”',
  html: '<p>Grüße</p>',
  text: 'Grüße',
};

interface Received {
  from: string;
  to: string[];
  bytes: Buffer;
}

let folder: string;
let server: SMTPServer;
let smtpUrl: string;
const received: Received[] = [];
const opened: Mail[] = [];

const open = (url: string | undefined): Mail => {
  const pictures = { icon: async () => icon, logo: async () => logo };
  const mail = makeMail({ smtpUrl: url, mailFrom, dataDir: folder, ...pictures }, clock);
  opened.push(mail);
  return mail;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spruce-mail-'));
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('Wrong password.')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody')
        ? done(Object.assign(new Error(`No ${address} here.`), { responseCode: 550 }))
        : done(),
    onData: (stream, { envelope }, done) => {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      buffer(stream).then((bytes) => done(null, String(received.push({ from, to, bytes }))), done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`; // it listens on a port, not on a pipe
});

afterEach(() => {
  received.length = 0;
  for (const mail of opened.splice(0)) mail.close();
});

afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await rm(folder, { recursive: true, force: true });
});

const read = (bytes: Buffer): Promise<Email> => PostalMime.parse(bytes);
const only = async (): Promise<Email> => {
  expect(received).toHaveLength(1);
  return read(received[0]?.bytes ?? Buffer.alloc(0));
};

describe('by SMTP', () => {
  test('a mail arrives as written', async () => {
    const pdf = { filename: 'INV-100001.pdf', content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' };
    await open(smtpUrl).send({ ...letter, replyTo: 'help@example.com.au', attachments: [pdf] });
    const mail = await only();
    expect(received[0]).toMatchObject({ from: 'shop@example.com.au', to: ['kim@example.com'] });
    expect(mail.subject).toBe('Your order – “SO-100001”');
    expect(mail.from).toEqual({ name: 'Spruce', address: 'shop@example.com.au' });
    expect(mail.replyTo?.[0]?.address).toBe('help@example.com.au');
    expect(mail.date).toBe('2026-11-21T01:02:03.000Z');
    expect(mail.html?.trim()).toBe('<p>Grüße</p>');
    expect(mail.text?.trim()).toBe('Grüße');
    expect(mail.attachments).toHaveLength(1);
    expect(mail.attachments[0]).toMatchObject({ filename: 'INV-100001.pdf', mimeType: 'application/pdf' });
  });

  test('a line break adds no header and no recipient', async () => {
    const evil = 'x\r\nBcc: thief@example.com\r\nX-Evil: 1';
    await open(smtpUrl).send({
      ...letter,
      subject: evil,
      attachments: [{ filename: evil, content: Buffer.from('a'), contentType: 'text/plain' }],
    });
    const mail = await only();
    expect(received[0]?.to).toEqual(['kim@example.com']);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.some(({ key }) => key === 'x-evil')).toBe(false);
  });

  test.each(['a@b.com, thief@example.com', 'Kim <kim@example.com>', 'a@b.com\r\nBcc: c@d.com', 'nowhere', ''])(
    'a recipient that is not exactly one address is refused: %j',
    async (to) => {
      await expect(open(smtpUrl).send({ ...letter, to })).rejects.toMatchObject({ code: 'EADDRESS' });
      expect(received).toHaveLength(0);
    },
  );

  test('error messages name no recipient', async () => {
    const refused = await open(smtpUrl)
      .send({ ...letter, to: 'nobody@example.com' })
      .then(
        () => null,
        (error: MailFault) => error,
      );
    expect(refused).toMatchObject({ name: 'MailFault', code: 'EENVELOPE' });
    expect(`${refused?.message}${refused?.stack}`).not.toMatch(/nobody@|Grüße|SO-100001/);
    await expect(open('smtp://127.0.0.1:1').send(letter)).rejects.toMatchObject({ name: 'MailFault' });
  });

  test('signs in with the credentials of the URL', async () => {
    await open(smtpUrl.replace('//', '//shop:right@')).send(letter);
    expect(received).toHaveLength(1);
    await expect(open(smtpUrl.replace('//', '//shop:wrong@')).send(letter)).rejects.toMatchObject({ code: 'EAUTH' });
  });
});

describe('to the outbox', () => {
  const outbox = () => join(folder, 'outbox');

  test('mails become files in order, complete and private', async () => {
    const mail = open(undefined);
    for (const n of [1, 2, 3]) {
      await mail.send({ ...letter, subject: `Mail ${n}` });
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    const names = (await readdir(outbox())).sort();
    expect(names).toHaveLength(3);
    expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
    const subjects = await Promise.all(
      names.map(async (name) => (await read(await readFile(join(outbox(), name)))).subject),
    );
    expect(subjects).toEqual(['Mail 1', 'Mail 2', 'Mail 3']);
  });

  test('a rendered mail embeds the logo', async () => {
    const company = {
      name: 'Spruce <&>',
      url: 'https://spruce.example.com.au',
      email: 'hello@example.com.au',
      phone: '0255501234',
      address: '12 Sample Street, Marrickville NSW 2204',
      hours: 'Monday to Friday, 7 am to 6 pm',
    };
    const page = {
      company,
      preheader: 'Short.',
      title: 'Hello.',
      lead: 'It is ready.',
      parts: [paragraph('One <b>'), panel('Where', ['Here', 'There'])],
      reason: 'You asked for it.',
    };
    const written = async (rendered: { html: string; text: string }): Promise<Email> => {
      const before = await readdir(outbox());
      await open(undefined).send({ ...letter, ...rendered });
      const name = (await readdir(outbox())).find((file) => !before.includes(file)) ?? '';
      return read(await readFile(join(outbox(), name)));
    };
    const mail = await written(renderMail(page));
    const picture = { mimeType: 'image/png', disposition: 'inline' };
    expect(mail.attachments).toMatchObject([{ ...picture, contentId: '<mark@mail>' }]);
    const withLogo = await written(renderMail({ ...page, company: { ...company, logoWidth: 200 } }));
    expect(withLogo.attachments).toMatchObject([{ ...picture, contentId: '<logo@mail>', filename: 'logo.png' }]);
    expect(withLogo.html).toContain('width="200" alt="Spruce &lt;&amp;&gt;"');
    expect(mail.html).toContain('One &lt;b&gt;');
    expect(mail.html).toContain('Spruce &lt;&amp;&gt;');
    expect(mail.text).toContain('Hello.\n\nIt is ready.\n\nOne <b>\n\nWhere:\nHere\nThere\n\n-- \nSpruce <&>');
  });
});
