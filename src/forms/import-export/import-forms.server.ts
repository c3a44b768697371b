import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import type { FormDefinition } from '../definition/definition.ts';
import * as saved from '../definition/save-forms.server.ts';
import type { FormChange, FormsImport, UploadMethod } from './contract.ts';
import { readJson } from './parse-json.ts';
import { type ReadForm, readFormFile } from './read-form-file.ts';
import { mostFiles, openZip, type UnpackedFile } from './unpack-zip.server.ts';

export interface ImportRequest extends saved.SaveContext {
  zip: Buffer;
  /** The name that faults show for the zip itself. */
  zipName: string;
  method: UploadMethod;
  /** Changes nothing, but returns what would change. */
  isDryRun: boolean;
  onProgress?: (done: number, of: number) => void;
}

/** Imports a zip of forms, all or nothing (contract, section 7). Throws `Problem` 400 with every fault at once. */
export async function importForms(db: Db, importing: ImportRequest): Promise<FormsImport> {
  const zip = await openZip(importing.zip, importing.zipName);
  return inTransaction(db, async (tx) => {
    const open = await saved.lockForms(tx);
    const ids = new Map([...open.values()].map((form) => [form.id, form]));
    const none = { changes: [], archived: 0, faults: [], faultCount: 0, warnings: [] };
    const state: ImportState = { tx, importing, open, ids, seen: new Map(), ...none };
    for (const fault of zip.faults) addFaults(state, fault);
    let done = 0;
    for await (const file of zip.files()) {
      if ('message' in file) addFaults(state, file);
      else await importFile(state, file);
      importing.onProgress?.(++done, zip.names.length);
    }
    if (importing.method === 'reset') await archiveOthers(state);
    const isTooMany = state.open.size - state.archived > mostFiles;
    if (isTooMany) addFaults(state, { path: importing.zipName, message: `There can be at most ${mostFiles} forms.` });
    if (state.faultCount > 0) throw refusal(state);
    return resultOf(state);
  });
}

interface ImportState {
  tx: Tx;
  importing: ImportRequest;
  /** Stored and added forms, by url. */
  open: Map<string, saved.CurrentForm>;
  ids: Map<string, saved.CurrentForm>;
  /** The first file in the zip with each url and each id. */
  seen: Map<string, string>;
  changes: FormChange[];
  archived: number;
  faults: Fault[];
  faultCount: number;
  warnings: Fault[];
}

/** Faults beyond this number are counted, but not returned. */
const maxReported = 2_000;

function addFaults(state: ImportState, ...faults: Fault[]): void {
  state.faultCount += faults.length;
  state.faults.push(...faults.slice(0, Math.max(maxReported - state.faults.length, 0)));
}

/** Reads one form and stores it, unless there are faults. */
async function importFile(state: ImportState, { name, bytes }: UnpackedFile): Promise<void> {
  const json = readJson(bytes);
  if ('fault' in json) return addFaults(state, { path: name, message: json.fault });
  const before = storedOf(state, json.value);
  const stored = before && (await saved.readDefinition(state.tx, before));
  const read = readFormFile(json.value, { file: name, storedBy: () => stored });
  addFaults(state, ...read.faults, ...sharedFaults(state, name, read));
  state.warnings.push(...read.warnings.slice(0, Math.max(maxReported - state.warnings.length, 0)));
  if (state.faultCount > 0 || !read.form) return;
  await store(state, read.form, before, stored);
}

/** The stored form that a file replaces. A form from another file of the same zip does not count. */
function storedOf({ open, seen }: ImportState, json: unknown): saved.CurrentForm | undefined {
  const { url } = (json ?? {}) as { url?: unknown }; // unchecked JSON
  return typeof url === 'string' && !seen.has(`url ${url}`) ? open.get(url) : undefined;
}

/** Faults for a url or id that another file or form already has. */
function sharedFaults({ seen, ids }: ImportState, file: string, { url, form }: ReadForm): Fault[] {
  const faults: Fault[] = [];
  const checkUnique = (property: string, value: string | undefined): void => {
    if (value === undefined) return;
    const other = seen.get(`${property} ${value}`);
    if (other !== undefined)
      faults.push({ path: `${file} > ${property}`, message: `The file ${other} has the same ${property}.` });
    else seen.set(`${property} ${value}`, file);
  };
  checkUnique('url', url);
  checkUnique('id', form?.id);
  const owner = form && ids.get(form.id);
  if (owner && owner.url !== form.url && faults.length === 0)
    faults.push({ path: `${file} > id`, message: `This id belongs to the form '${owner.url}'. Leave it out.` });
  return faults;
}

async function store(
  state: ImportState,
  form: FormDefinition,
  before: saved.CurrentForm | undefined,
  stored: FormDefinition | undefined,
): Promise<void> {
  const { url, formName } = form;
  if (before && stored && saved.isSame(stored, form)) {
    state.changes.push({ url, formName, change: 'unchanged', version: before.version });
    return;
  }
  const { tx, importing, open } = state;
  const known = before ?? (await saved.findArchived(tx, form.id));
  const version = (known?.version ?? 0) + 1;
  if (!importing.isDryRun) await saved.saveForm(tx, known, form, importing);
  if (!before) open.set(url, { id: form.id, url, formName, version });
  state.changes.push({ url, formName, change: before ? 'replaced' : 'added', version });
}

async function archiveOthers(state: ImportState): Promise<void> {
  const { tx, importing, open, seen } = state;
  for (const form of open.values()) {
    if (seen.has(`url ${form.url}`)) continue;
    state.archived += 1;
    if (state.faultCount > 0) continue;
    if (!importing.isDryRun) await saved.archiveForm(tx, form, importing);
    const { url, formName, version } = form;
    state.changes.push({ url, formName, change: 'archived', version });
  }
}

/** The error that rolls the transaction back. */
function refusal({ faults, faultCount, importing }: ImportState): Problem {
  const [first] = faults;
  if (faultCount === 1 && first) return new Problem(400, first.message, faults);
  const more = faultCount - faults.length;
  const rest =
    more > 0 ? [{ path: importing.zipName, message: `And ${more.toLocaleString('en-AU')} more faults.` }] : [];
  const count = faultCount.toLocaleString('en-AU');
  return new Problem(400, `The file has ${count} faults. Nothing has been changed.`, [...faults, ...rest]);
}

function resultOf({ changes, warnings }: ImportState): FormsImport {
  const urlsOf = (kind: FormChange['change']) => changes.filter(({ change }) => change === kind).map(({ url }) => url);
  const [added, replaced] = [urlsOf('added'), urlsOf('replaced')];
  return { added, replaced, archived: urlsOf('archived'), unchanged: urlsOf('unchanged'), warnings, changes };
}
