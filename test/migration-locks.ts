import type { Phase } from '#platform/db/migration-files.server.ts';

interface Rule {
  finds: RegExp;
  advice: string;
  /** Refused even for tables that the migration itself has created. */
  isAlways?: boolean;
}

const table = String.raw`(?:only )?(?:public\.)?"?(?<table>\w+)"?`;
const alter = String.raw`alter table (?:if exists )?${table}[^;]*?`;
const pattern = (text: string): RegExp => new RegExp(text, 'g');

/** What holds a lock on a table while it reads or rewrites it, so that the shop stands still on a large one. */
const locking: Rule[] = [
  {
    finds: pattern(`create (?:unique )?index (?!concurrently)[^;]*? on ${table}`),
    advice: 'create the index concurrently, with `export const transaction = false`',
  },
  {
    finds: pattern(
      `${alter}add (?:column )?(?!constraint|check|foreign|primary|unique|exclude)[^;,]*?\\bnot null(?![^;,]*default)`,
    ),
    advice: 'add the column nullable or with a default',
  },
  {
    finds: pattern(
      `${alter}add (?:column )?[^;,]*default [^;,]*(?:random|clock_timestamp|gen_random_uuid|nextval|uuidv7)\\w*\\(`,
    ),
    advice: 'a default that differs for each row rewrites the table: add the column without it, fill it in batches',
  },
  {
    finds: pattern(
      `${alter}add (?:column )?[^;,]*(?:generated always as \\(|serial\\b|generated (?:always|by default) as identity)`,
    ),
    advice: 'this rewrites the table: add a nullable column and fill it in batches',
  },
  {
    finds: pattern(`${alter}alter (?:column )?\\w+ (?:set data )?type `),
    advice: 'add a new column and fill it in batches',
  },
  {
    finds: pattern(`${alter}add (?:constraint \\w+ )?(?:check|foreign key|exclude)(?![^;]*not valid)`),
    advice: 'add the constraint `not valid` and validate it in a later migration',
  },
  {
    finds: pattern(
      `${alter}add (?:constraint \\w+ )?(?:primary key|unique)(?! using index)(?! *nulls[^;]*using index)`,
    ),
    advice: 'create a unique index concurrently, then add the constraint `using index`',
  },
  {
    finds: pattern(`${alter}alter (?:column )?\\w+ set not null`),
    advice: 'add a `check (... is not null) not valid`, validate it, then say so in a comment: /* validated check */',
  },
  {
    finds: pattern(`(?:cluster|vacuum full|reindex(?! [^;]*concurrently)) [^;]*?${table}`),
    advice: 'do it concurrently, or not at all',
  },
  { finds: pattern(`lock table ${table}`), advice: 'a table is never locked as a whole while the shop runs' },
  {
    finds: pattern(`update ${table}\\b(?![^;]*\\bwhere\\b)`),
    advice: 'change the rows in batches: `export async function batch(db)`',
  },
];

/** What the former release may still use. */
const removing: Rule[] = [
  {
    finds: pattern(`${alter}drop (?:column )?(?!constraint|not null|default|expression|identity)`),
    advice: 'only a contract migration drops columns',
  },
  { finds: pattern(`drop table (?:if exists )?${table}`), advice: 'only a contract migration drops tables' },
  { finds: pattern(`${alter}rename `), advice: 'only a contract migration renames; add the new name first' },
  {
    finds: pattern(`drop (?:view|function|type|domain) (?:if exists )?"?(?<table>\\w+)`),
    advice: 'only a contract migration drops these',
  },
];

/**
 * What the statements of a migration would lock for long, or take from the former release; a line each. `existing` are the tables
 * before it. A statement with the comment `locks:` and a reason is let through.
 */
export function lockingStatements(
  statements: readonly string[],
  { phase, existing }: { phase: Phase; existing: ReadonlySet<string> },
): string[] {
  const all = statements.filter((text) => !/\/\*\s*(locks:|validated check)/.test(text)).map(plain);
  const rules = phase === 'expand' ? [...locking, ...removing] : locking;
  return all.flatMap((text) =>
    rules.flatMap(({ finds, advice }) =>
      [...text.matchAll(finds)]
        .filter(({ groups }) => existing.has(groups?.['table'] ?? ''))
        .map(([found]) => `${found.slice(0, 100)}: ${advice}.`),
    ),
  );
}

/** Lower case, without comments and bodies of functions, and with single blanks. */
const plain = (text: string): string =>
  text
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/\s+/g, ' ')
    .toLowerCase();
