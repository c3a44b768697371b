import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import type { FormDefinition } from '../definition/definition.ts';
import * as saved from '../definition/save.server.ts';
import type { FormChange, FormsImport, UploadMethod } from './contract.ts';
import { readJson } from './json-text.ts';
import { type ReadForm, readFormFile } from './read-form.ts';
import { mostFiles, openZip, type Unpacked } from './zip.server.ts';

export interface Importing extends saved.SaveContext {
  zip: Buffer;
  /** What the zip is called in what is told of it. */
  zipName: string;
  method: UploadMethod;
  /** Changes nothing, and answers what would be. */
  isDryRun: boolean;
  onProgress?: (done: number, of: number) => void;
}

/** Imports a zip of forms, all or nothing (contract, section 7). Throws `Problem` 400 with every fault at once. */
export async function importForms(db: Db, importing: Importing): Promise<FormsImport> {
  const zip = await openZip(importing.zip, importing.zipName);
  return inTransaction(db, async (tx) => {
    const work = await begin(tx, importing);
    for (const fault of zip.faults) tell(work, fault);
    let done = 0;
    for await (const file of zip.files()) {
      if ('message' in file) tell(work, file);
      else await importFile(work, file);
      importing.onProgress?.(++done, zip.names.length);
    }
    if (importing.method === 'reset') await archiveOthers(work);
    const isTooMany = work.open.size - work.archived > mostFiles;
    if (isTooMany) tell(work, { path: importing.zipName, message: `There can be at most ${mostFiles} forms.` });
    if (work.faultCount > 0) throw refusal(work);
    return answer(work);
  });
}

interface Work {
  tx: Tx;
  importing: Importing;
  /** What is stored by url, with what has been added. */
  open: Map<string, saved.OpenForm>;
  ids: Map<string, saved.OpenForm>;
  /** In which file of the zip each url, and each id, was seen first. */
  seen: Map<string, string>;
  changes: FormChange[];
  archived: number;
  faults: Fault[];
  faultCount: number;
  warnings: Fault[];
}

async function begin(tx: Tx, importing: Importing): Promise<Work> {
  const open = await saved.lockForms(tx);
  const ids = new Map([...open.values()].map((form) => [form.id, form]));
  const none = { changes: [], archived: 0, faults: [], faultCount: 0, warnings: [] };
  return { tx, importing, open, ids, seen: new Map(), ...none };
}

/** More than somebody reads; beyond, they are only counted. */
const mostTold = 2_000;

function tell(work: Work, ...faults: Fault[]): void {
  work.faultCount += faults.length;
  work.faults.push(...faults.slice(0, Math.max(mostTold - work.faults.length, 0)));
}

/** Reads one form and, as long as nothing was wrong, stores it. */
async function importFile(work: Work, { name, bytes }: Unpacked): Promise<void> {
  const json = readJson(bytes);
  if ('fault' in json) return tell(work, { path: name, message: json.fault });
  const before = storedOf(work, json.value);
  const stored = before && (await saved.readDefinition(work.tx, before));
  const read = readFormFile(json.value, { file: name, storedBy: () => stored });
  tell(work, ...read.faults, ...sharedFaults(work, name, read));
  work.warnings.push(...read.warnings.slice(0, Math.max(mostTold - work.warnings.length, 0)));
  if (work.faultCount > 0 || !read.form) return;
  await store(work, { form: read.form, before, stored });
}

/** What another file of the zip has just stored is not what this one replaces. */
function storedOf({ open, seen }: Work, json: unknown): saved.OpenForm | undefined {
  const { url } = (json ?? {}) as { url?: unknown }; // of whatever type
  return typeof url === 'string' && !seen.has(`url ${url}`) ? open.get(url) : undefined;
}

/** What one file can't know: urls and ids that others have. */
function sharedFaults({ seen, ids }: Work, file: string, { url, form }: ReadForm): Fault[] {
  const faults: Fault[] = [];
  const look = (property: string, value: string | undefined): void => {
    if (value === undefined) return;
    const other = seen.get(`${property} ${value}`);
    if (other !== undefined)
      faults.push({ path: `${file} > ${property}`, message: `The file ${other} has the same ${property}.` });
    else seen.set(`${property} ${value}`, file);
  };
  look('url', url);
  look('id', form?.id);
  const owner = form && ids.get(form.id);
  if (owner && owner.url !== form.url && faults.length === 0)
    faults.push({ path: `${file} > id`, message: `This id belongs to the form '${owner.url}'. Leave it out.` });
  return faults;
}

interface Storing {
  form: FormDefinition;
  before: saved.OpenForm | undefined;
  stored: FormDefinition | undefined;
}

async function store(work: Work, { form, before, stored }: Storing): Promise<void> {
  const { url, formName } = form;
  if (before && stored && saved.isSame(stored, form)) {
    work.changes.push({ url, formName, change: 'unchanged', version: before.version });
    return;
  }
  const { tx, importing, open } = work;
  const known = before ?? (await saved.findArchived(tx, form.id));
  const version = (known?.version ?? 0) + 1;
  if (!importing.isDryRun) await saved.saveForm(tx, { before: known, form }, importing);
  if (!before) open.set(url, { id: form.id, url, formName, version });
  work.changes.push({ url, formName, change: before ? 'replaced' : 'added', version });
}

async function archiveOthers(work: Work): Promise<void> {
  const { tx, importing, open, seen } = work;
  for (const form of open.values()) {
    if (seen.has(`url ${form.url}`)) continue;
    work.archived += 1;
    if (work.faultCount > 0) continue;
    if (!importing.isDryRun) await saved.archiveForm(tx, form, importing);
    const { url, formName, version } = form;
    work.changes.push({ url, formName, change: 'archived', version });
  }
}

/** The whole transaction goes with it. */
function refusal({ faults, faultCount, importing }: Work): Problem {
  const [first] = faults;
  if (faultCount === 1 && first) return new Problem(400, first.message, faults);
  const more = faultCount - faults.length;
  const rest =
    more > 0 ? [{ path: importing.zipName, message: `And ${more.toLocaleString('en-AU')} more faults.` }] : [];
  const count = faultCount.toLocaleString('en-AU');
  return new Problem(400, `The file has ${count} faults. Nothing has been changed.`, [...faults, ...rest]);
}

function answer({ changes, warnings }: Work): FormsImport {
  const urlsOf = (change: FormChange['change']) => changes.filter((one) => one.change === change).map(({ url }) => url);
  return {
    added: urlsOf('added'),
    replaced: urlsOf('replaced'),
    archived: urlsOf('archived'),
    unchanged: urlsOf('unchanged'),
    warnings,
    changes,
  };
}
