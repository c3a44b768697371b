import { fullAddress } from '#addresses/full-address.ts';
import { letterhead } from '#company/letterhead.server.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { type Day, format as formatDay, startOf } from '#lib/day.ts';
import { type Cents, cents, format, sum } from '#lib/money.ts';
import { inks, type Paper, type Style } from '#platform/pdf/pdf-drawing.server.ts';
import { inset, left, lowest, right, styles, width } from '#platform/pdf/page-layout.server.ts';
import { tablePdf, type TableColumn } from '#platform/pdf/table-pdf.server.ts';
import { accountReference } from '../credit/payment-reference.ts';
import { termsInWords } from '../trading-terms.ts';
import type { Ageing } from './ageing.server.ts';
import { payLines } from './bank-details.ts';
import { entryName } from './shapes.ts';
import type { SiteTotal, Statement, StatementEntry } from './statement.server.ts';

interface Row {
  title: string;
  below: string;
  onDay: Day | null;
  dueDay: Day | null;
  amount: Cents | null;
  balance: Cents;
}

const columns: TableColumn<Row>[] = [
  { title: 'Entry', width: 0, textOf: ({ title }) => title, belowOf: ({ below }) => below },
  { title: 'Date', width: 68, textOf: ({ onDay }) => (onDay ? formatDay(onDay) : '') },
  { title: 'Due', width: 68, textOf: ({ dueDay }) => (dueDay ? formatDay(dueDay) : '') },
  { title: 'Amount', width: 78, textOf: ({ amount }) => (amount === null ? '' : format(amount)) },
  { title: 'Balance', width: 84, textOf: ({ balance }) => format(balance) },
];

/**
 * A statement as A4 pages: the entries with the balance after each, what each site has bought, the ageing, and a slip to send with the
 * payment. The same statement gives the same bytes, whenever it is printed.
 */
export async function statementPdf(statement: Statement, deps: IconDeps): Promise<Buffer> {
  const { account, startDate, endDate, asAt, opening, closing, entries, sites, ageing } = statement;
  const [company, settings] = await Promise.all([letterhead(deps), readSettings(deps)]);
  const abn = account.abn === '' ? [] : [`ABN ${formatAbn(account.abn)}`];
  const address = fullAddress(account.address);
  return tablePdf<Row>({
    company,
    title: 'Statement',
    facts: [
      ['Account', String(account.number)],
      ['From', formatDay(startDate)],
      ['To', formatDay(endDate)],
      ['As at', formatDay(asAt)],
    ],
    parties: [
      ['Account', account.name, [...abn, ...(address === '' ? [] : [address])]],
      ['Payment', `Reference ${accountReference(account.number)}`, [`Terms: ${termsInWords(account.terms)}`]],
    ],
    columns,
    rows: rowsOf(opening, entries),
    sums: [
      ['Opening balance', format(opening)],
      ['Invoices', format(sum(sites.map(({ invoiced }) => invoiced)))],
      ['Payments and credits', format(sum(sites.map(({ credited }) => credited)))],
      ['Balance', format(closing)],
    ],
    notes: [
      'Amounts are in Australian dollars and include GST. This statement is not a tax invoice.',
      'Please quote the reference of the invoice or of the account with your payment.',
    ],
    createdAt: startOf(asAt),
    drawMore(paper, y, newPage) {
      let at = drawAgeing(paper, roomFor(70, y + 8, newPage), { ageing, asAt });
      at = drawSites(paper, at + 14, { sites, newPage });
      const payTo = payLines(settings);
      const asked = payTo.length > 0 ? payTo : [`Please ask ${settings.company.email} how to pay.`];
      drawSlip(paper, roomFor(slipHeight, at + 16, newPage), { statement, company: company.name, payTo: asked });
    },
  });
}

function rowsOf(opening: Cents, entries: readonly StatementEntry[]): Row[] {
  let balance: number = opening;
  const first: Row = {
    title: 'Opening balance',
    below: '',
    onDay: null,
    dueDay: null,
    amount: null,
    balance: opening,
  };
  return [
    first,
    ...entries.map(({ kind, document, site, poNumber, note, onDay, dueDay, amount }) => {
      balance += amount;
      const about = [site ?? '', poNumber && `PO ${poNumber}`, note];
      return {
        title: `${entryName(kind, amount)} ${document}`.trim(),
        below: about.filter((part) => part !== '').join('  ·  '),
        onDay,
        dueDay,
        amount,
        balance: cents(balance),
      };
    }),
  ];
}

/** The y for a part of this height: here, or on a new page. */
const roomFor = (height: number, y: number, newPage: () => number): number => (y + height > lowest ? newPage() : y);

const heading: Style = { ...styles.strong, size: 11, ink: inks.heading };

function drawAgeing(paper: Paper, top: number, { ageing, asAt }: { ageing: Ageing; asAt: Day }): number {
  const parts: [string, Cents][] = [
    ['Not due', ageing.notDue],
    ['1 to 30 days', ageing.to30],
    ['31 to 60 days', ageing.to60],
    ['61 to 90 days', ageing.to90],
    ['Over 90 days', ageing.over90],
    ['Credit', ageing.credit],
    ['Balance', ageing.balance],
  ];
  const y = paper.write(`Overdue as at ${formatDay(asAt)}`, { x: left, y: top, width }, heading) + 5;
  paper.doc.roundedRect(left, y, width, 38, 6).fill(paper.inkOf(inks.sunken));
  const wide = (width - inset * 2) / parts.length;
  for (const [place, [label, amount]] of parts.entries()) {
    const box = { x: left + inset + place * wide, width: wide - 4, align: 'right' as const };
    paper.write(label, { ...box, y: y + 7 }, styles.label);
    paper.write(format(amount), { ...box, y: y + 19 }, amount === 0 ? styles.body : styles.strong);
  }
  return y + 38;
}

interface SitesPart {
  sites: readonly SiteTotal[];
  newPage: () => number;
}

/** What each site has bought in the period; nothing if no site has. */
function drawSites(paper: Paper, top: number, { sites, newPage }: SitesPart): number {
  const own = sites.filter(({ site }) => site !== null);
  if (own.length === 0) return top;
  const head = (y: number): number => {
    const below = paper.write('By site', { x: left, y, width }, heading) + 4;
    siteLine(paper, below, { texts: ['Site', 'Invoiced', 'Credited', 'Total'], style: styles.label });
    return below + 15;
  };
  let y = head(roomFor(70, top, newPage));
  for (const { site, invoiced, credited } of sites) {
    if (y + 16 > lowest) y = head(newPage());
    const texts = [
      site ?? 'Payments and other entries',
      format(invoiced),
      format(credited),
      format(cents(invoiced + credited)),
    ];
    siteLine(paper, y, { texts, style: styles.body });
    y += 16;
    paper.rule(inks.hairline, { y: y - 2 });
  }
  return y;
}

function siteLine(paper: Paper, y: number, { texts, style }: { texts: string[]; style: Style }): void {
  const wide = 84;
  for (const [place, text] of texts.entries()) {
    if (place === 0) paper.write(text, { x: left + inset, y, width: width - wide * 3 - inset * 2 }, style);
    else paper.write(text, { x: right - inset - wide * (texts.length - place), y, width: wide, align: 'right' }, style);
  }
}

const slipHeight = 128;

interface Slip {
  statement: Statement;
  company: string;
  payTo: string[];
}

/** The slip at the foot, to be sent with the payment. */
function drawSlip(paper: Paper, top: number, { statement, company, payTo }: Slip): void {
  const { account, ageing, asAt } = statement;
  paper.doc.save().dash(3, { space: 3 });
  paper.rule(inks.line, { y: top });
  paper.doc.restore();
  let y = paper.write('Remittance advice', { x: left, y: top + 12, width: width / 2 }, heading) + 4;
  const box = { x: left, width: width / 2 - 20 };
  y = paper.write('Pay to', { ...box, y }, styles.label) + 2;
  y = paper.write(company, { ...box, y }, styles.strong);
  for (const line of payTo) y = paper.write(line, { ...box, y }, styles.body);
  const overdue = cents(ageing.to30 + ageing.to60 + ageing.to90 + ageing.over90);
  const facts: [string, string][] = [
    ['Account', `${account.number}, ${account.name}`],
    ['Reference', accountReference(account.number)],
    [`Overdue as at ${formatDay(asAt)}`, format(overdue)],
    [`Balance as at ${formatDay(asAt)}`, format(ageing.balance)],
    ['Amount paid', '$'],
  ];
  let line = top + 14;
  for (const [label, value] of facts) {
    const side = { x: left + width / 2, width: width / 2 - inset };
    paper.write(label, { ...side, y: line }, styles.body);
    line = paper.write(value, { ...side, y: line, align: 'right' }, styles.strong) + 5;
  }
}
