/** `npm run bench -- --only forms`: a form of 2,000 fields and 1,000 rules, with SurveyJS beside it. See bench/README.md. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { saveForms } from '#forms/definition/save-forms.server.ts';
import { type Db, openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import tools from './tools/package.json' with { type: 'json' };
import { findChromium } from '../scripts/chromium.js';
import { seedDemoForms } from '../src/demo.server.ts';
import { bigForm, fileNumber, idOf } from './big-form.ts';
import { type FormPage, measurePage, type PageFigures } from './form-page.ts';
import { timeImport } from './form-import.ts';
import { memoryOfUploads, timeSubmission, timeValidation } from './form-work.ts';
import { type Database, type Served, serve, withDatabase } from './servers.ts';
import { scriptsOf } from './sizes.ts';
import { serveSurvey, surveyPage } from './survey-server.ts';

type Tell = (line: string) => void;

const hasPages = existsSync(join(import.meta.dirname, '../build/server/index.js'));

/** A row of the table; `beside` is SurveyJS's figure. */
interface Figure {
  name: string;
  unit: string;
  value: number;
  /** Milliseconds of processor time of the page's main thread, which other programs disturb less. */
  cpu?: number;
  allowed?: number;
  beside?: number;
}

const ownUrl = 'big-form';

const ownPage = (port: number): FormPage => ({
  url: `http://127.0.0.1:${port}/forms/${ownUrl}/`,
  field: (number) => `[id^="field-${idOf(number)}"]`,
  input: (number) => `#field-${idOf(number)}`,
  yes: (number) => `#field-${idOf(number)} input[value="true"]`,
  no: (number) => `#field-${idOf(number)} input[value="false"]`,
  submit: 'form button[type="submit"]',
  lastField: 1_998,
  lastSwitched: 1_999,
});

async function storeForms(db: Db): Promise<void> {
  await seedDemoForms({ db, clock: { now: () => new Date() } });
  const saving = { forms: [bigForm(ownUrl)], at: new Date(), context: null } as const;
  await db.transaction().execute((tx) => saveForms(tx, saving));
}

function pageRows(own: PageFigures, beside: PageFigures): Figure[] {
  const row = (name: string, key: 'keyMedian' | 'keyWorst' | 'switchOn' | 'switchOff' | 'submit', allowed: number) => ({
    name,
    unit: 'ms',
    value: own[key].wall,
    cpu: own[key].cpu,
    allowed,
    beside: beside[key].wall,
  });
  const first = { name: 'first fields on the screen', unit: 'ms', allowed: 500 };
  return [
    { ...first, value: own.firstFields, beside: beside.firstFields },
    { name: 'all fields there', unit: 'ms', value: own.allFields },
    row('key stroke, median', 'keyMedian', 16),
    row('key stroke, worst', 'keyWorst', 50),
    row('500 fields shown', 'switchOn', 100),
    row('500 fields hidden', 'switchOff', 100),
    row('submit with faults, all told', 'submit', 150),
  ];
}

async function inBrowser(served: Served, tell: Tell): Promise<Figure[]> {
  const survey = await serveSurvey();
  const executablePath = await findChromium();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    tell('Spruce in Chromium');
    const own = await measurePage(browser, ownPage(served.port));
    tell('SurveyJS in Chromium');
    const beside = await measurePage(browser, surveyPage(survey.origin), 2);
    return [...pageRows(own, beside), ...(await firstLoads(browser, served.port, survey.scriptBytes))];
  } finally {
    await browser.close();
    await survey.stop();
  }
}

async function firstLoads(browser: Browser, port: number, surveyBytes: number): Promise<Figure[]> {
  const rows: Figure[] = [];
  for (const url of ['free-quote', 'customer-feedback']) {
    const bytes = await scriptsOf(browser, port, `/forms/${url}/`);
    const beside = surveyBytes / 1024;
    rows.push({ name: `JavaScript of ${url}, gzip`, unit: 'kB', value: bytes / 1024, allowed: 220, beside });
  }
  return rows;
}

async function onServer(db: Db, served: Served, tell: Tell): Promise<Figure[]> {
  tell('validation');
  const { validation, json } = timeValidation();
  const submission = await timeSubmission(served, bigForm(ownUrl).id);
  tell('uploads');
  const uploads = await memoryOfUploads(served, { formId: bigForm(ownUrl).id, fieldId: idOf(fileNumber()) });
  tell('import');
  const imported = await timeImport(db);
  return [
    { name: 'validation of a full submission', unit: 'ms', value: validation, allowed: 50 },
    { name: 'the same answers read as JSON alone', unit: 'ms', value: json },
    { name: 'the whole call of a full submission', unit: 'ms', value: submission },
    { name: 'five files of 20 MB at once, memory', unit: 'MB', value: uploads.growth, allowed: 60 },
    { name: 'five files of 20 MB at once', unit: 's', value: uploads.seconds },
    { name: 'import of 200 such forms', unit: 's', value: imported.seconds, allowed: 30 },
    { name: 'import of the same again', unit: 's', value: imported.again },
  ];
}

const heading = ['figure', 'Spruce', 'allowed', 'of allowed', '', 'processor', 'SurveyJS', 'times Spruce'];

function line({ name, unit, value, cpu, allowed, beside }: Figure): string {
  const shown = (number: number): string => `${number < 10 ? number.toFixed(1) : Math.round(number)} ${unit}`;
  const held = allowed === undefined ? '' : value <= allowed ? 'held' : 'MISSED';
  return [
    name,
    shown(value),
    allowed === undefined ? '' : shown(allowed),
    allowed === undefined ? '' : (value / allowed).toFixed(2),
    held,
    cpu === undefined ? '' : shown(cpu),
    beside === undefined ? '' : shown(beside),
    beside === undefined ? '' : (beside / value).toFixed(1),
  ].join(' | ');
}

async function measured(database: Database, tell: Tell): Promise<Figure[]> {
  const { db, close } = openDb(database.connection, { error() {} });
  await migrate(db);
  await storeForms(db);
  const served = await serve('cached', database);
  try {
    const seen = hasPages ? await inBrowser(served, tell) : [];
    return [...seen, ...(await onServer(db, served, tell))];
  } finally {
    await served.stop();
    await close();
  }
}

/** Measures in a database of its own, writes `results-forms.md` and prints it. */
export async function benchForms(tell: Tell): Promise<void> {
  const figures = await withDatabase(undefined, (database) => measured(database, tell));
  const rows = [heading.join(' | '), heading.map(() => '---').join(' | '), ...figures.map(line)];
  const report = `# Bench of forms

Node ${process.version}, ${process.arch}. A form of 2,000 fields of all types in one section, with 1,000 rules; SurveyJS ${tools.dependencies['survey-core']} with the
same fields and rules, drawn as they come near and without animations, beside it in the same Chromium.

${rows.map((row) => `| ${row} |`).join('\n')}
`;
  await writeFile(join(import.meta.dirname, 'results-forms.md'), report);
  process.stdout.write(report);
}
