import { sql } from 'kysely';
import type { Cents } from '#lib/money.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { isOfCancelledOrder } from '../../credit/allocate.server.ts';
import { type QuotedReference, referencesIn } from '../../credit/payment-reference.ts';
import type { BankLine } from './contract.ts';
import type { ReadLine } from './read-bank-file.server.ts';

export interface MatchedLine extends BankLine {
  hash: Buffer;
  /** The invoices that it pays first, in the order in which it names them; empty for none in particular. */
  entryIds: readonly string[];
}

export interface Choice {
  row: number;
  /** Null leaves the line out. */
  accountId: string | null;
}

interface Account {
  id: string;
  number: number;
  name: string;
}

interface Invoice {
  id: string;
  accountId: string;
  document: string;
  open: Cents;
}

/** An account that a line names, with those of its invoices that the line names. */
interface NamedAccount {
  account: Account;
  meant: Invoice[];
}

/**
 * Finds the account of each line: chosen by hand, by the reference in its description, or because its amount is exactly what one open invoice
 * of all accounts has left. An invoice is matched by amount once. A line with references of several accounts is left to a person.
 */
export async function matchLines(
  db: Db | Tx,
  lines: readonly ReadLine[],
  choices: readonly Choice[],
): Promise<MatchedLine[]> {
  const references = new Map(lines.map((line) => [line.row, referencesIn(line.description)]));
  const byHand = new Map(choices.map(({ row, accountId }) => [row, accountId]));
  const [known, accounts, documents, amounts] = await Promise.all([
    knownHashes(db, lines),
    accountsOf(db, {
      numbers: [...references.values()].flat().map(({ accountNumber }) => accountNumber),
      ids: [...byHand.values()].filter((id) => id !== null),
    }),
    invoicesOf(
      db,
      sql`e.document = any(${[...references.values()].flat().flatMap(({ invoice }) => invoice ?? [])}::text[])`,
    ),
    invoicesOf(
      db,
      sql`o.open_cents = any(${lines.map(({ amount }) => amount)}::bigint[]) and not ${isOfCancelledOrder}`,
    ),
  ]);
  const accountOf = new Map(
    [...accounts, ...(await accountsOf(db, { numbers: [], ids: amounts.map((one) => one.accountId) }))].map((one) => [
      one.id,
      one,
    ]),
  );
  const named = new Map(
    [...references].map(([row, quotes]) => [row, accountsNamedIn(quotes, { accounts, documents })]),
  );
  const namedBy = ({ row }: ReadLine): NamedAccount[] => named.get(row) ?? [];
  // An invoice that another line names, even further down, is not matched by its amount.
  const byReference = lines.filter(({ row, hash }) => !byHand.has(row) && !known.has(hash.toString('hex')));
  const used = new Set(byReference.flatMap((line) => namedBy(line).flatMap(({ meant }) => meant.map(({ id }) => id))));
  const find = (line: ReadLine): Pick<MatchedLine, 'how' | 'accountId' | 'entryIds' | 'document'> | undefined => {
    if (byHand.has(line.row)) {
      const accountId = byHand.get(line.row) ?? null;
      return accountOf.has(accountId ?? '') ? { how: 'hand', accountId, entryIds: [], document: '' } : undefined;
    }
    const [quoted, ...others] = namedBy(line);
    if (others.length > 0) return undefined; // only a person can say whose payment it is
    if (quoted) {
      const { account, meant } = quoted;
      const document = meant.map((one) => one.document).join(', ');
      return { how: 'reference', accountId: account.id, entryIds: meant.map(({ id }) => id), document };
    }
    const sameAmount = amounts.filter(({ open, id }) => open === line.amount && !used.has(id));
    const [only] = sameAmount;
    if (!only || sameAmount.length > 1) return undefined;
    used.add(only.id);
    return { how: 'amount', accountId: only.accountId, entryIds: [only.id], document: only.document };
  };
  return lines.map((line) => {
    const isKnown = known.has(line.hash.toString('hex'));
    const found = isKnown ? undefined : find(line);
    const isSkipped = byHand.get(line.row) === null;
    const state = isKnown ? 'known' : found ? 'matched' : isSkipped ? 'skipped' : 'unmatched';
    const account = accountOf.get(found?.accountId ?? '');
    const accounts = state === 'unmatched' ? namedBy(line).map((one) => one.account) : account ? [account] : [];
    const none = { how: null, accountId: null, entryIds: [], document: '' };
    return {
      ...line,
      ...(found ?? none),
      state,
      account: accounts.map(({ number, name }) => `${number} ${name}`).join(', '),
    };
  });
}

/** The accounts that a line's references name. An account does not count if every invoice quoted with it is unknown. */
function accountsNamedIn(
  references: readonly QuotedReference[],
  { accounts, documents }: { accounts: readonly Account[]; documents: readonly Invoice[] },
): NamedAccount[] {
  const meantOf = ({ id, number }: Account): Invoice[] => {
    const names = references.filter(({ accountNumber }) => accountNumber === number).map(({ invoice }) => invoice);
    const own = documents.filter(({ accountId }) => accountId === id);
    return [...new Set(names)].flatMap((name) => own.find(({ document }) => document === name) ?? []);
  };
  const found = new Map<string, NamedAccount>();
  for (const { accountNumber, invoice } of references) {
    const account = accounts.find(({ number }) => number === accountNumber);
    const meant = account ? meantOf(account) : [];
    if (account && (invoice === null || meant.length > 0)) found.set(account.id, { account, meant });
  }
  return [...found.values()];
}

async function knownHashes(db: Db | Tx, lines: readonly ReadLine[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from bank_lines where hash = any(${lines.map(({ hash }) => hash)}::bytea[])`.execute(db);
  return new Set(rows.map(({ hash }) => hash.toString('hex')));
}

async function accountsOf(db: Db | Tx, { numbers, ids }: { numbers: number[]; ids: string[] }): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select id, number, name from trade_accounts
    where (number = any(${numbers}::int[]) or id = any(${ids}::uuid[])) and status in ('open', 'hold', 'closed')`.execute(
    db,
  );
  return rows;
}

/** Invoices that match, also those that are paid; `open` is then 0. */
async function invoicesOf(db: Db | Tx, condition: ReturnType<typeof sql>): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select e.id, e.account_id as "accountId", e.document, coalesce(o.open_cents, 0)::bigint as open
    from account_entries e left join open_entries o on o.entry_id = e.id
    where e.kind = 'invoice' and ${condition}`.execute(db);
  return rows;
}
