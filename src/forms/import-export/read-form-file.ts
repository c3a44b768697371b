import type { Fault } from '#lib/api/problem.ts';
import { parsedFormOf } from '../answers/form-answers.ts';
import type { FormDefinition, FormField } from '../definition/definition.ts';
import { fieldRemarks } from './field-checks.ts';
import { type FormFile, mostFields, mostSections } from './form-file-shape.ts';
import { withIds } from './assign-ids.ts';
import { inFileOrder, pathText, type PlaceNames, type Place, type Remark } from './fault-paths.ts';
import { readShape } from './shape-faults.ts';
import { submitterRemarks } from './submitter-checks.ts';

export interface ReadForm {
  /** Only if there are no faults. */
  form?: FormDefinition;
  /** Also present with faults if it is valid, so that files can be compared. */
  url?: string;
  /** All faults in file order; `path` is file > section > row > field > property (contract, section 7). */
  faults: Fault[];
  warnings: Fault[];
}

/** Reads and checks a form from a file's JSON. `file` is its name in the zip; the ids of the stored form with its url are reused. */
export function readFormFile(
  json: unknown,
  { file = 'form', storedBy }: { file?: string; storedBy?: (url: string) => FormDefinition | undefined } = {},
): ReadForm {
  const toFaults = (remarks: readonly Remark[]): Fault[] =>
    inFileOrder(remarks).map(({ place, message }) => ({ path: pathText(file, place, namesIn(json)), message }));
  const size = sizeFault(json);
  if (size) return { faults: toFaults([size]), warnings: [] };
  const { read, faults: shapeFaults } = readShape(json);
  if (!read) return { faults: toFaults(shapeFaults), warnings: [] };
  const form = withIds(read, storedBy?.(read.url));
  const checked = remarksOf(read, form, shapeFaults.length > 0);
  const faults = toFaults([...shapeFaults, ...checked.faults]);
  const isUrl = !shapeFaults.some(({ place }) => place.section === undefined && place.property === 'url');
  return {
    ...(faults.length === 0 && { form }),
    ...(isUrl && { url: read.url }),
    faults,
    warnings: toFaults(checked.warnings),
  };
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined; // an object

const listIn = (value: unknown, name: string): unknown[] => {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
};

const textIn = (value: unknown, name: string): string | undefined => {
  const text = memberOf(value, name);
  return typeof text === 'string' ? text : undefined;
};

/** Limits that are checked before anything else. */
function sizeFault(json: unknown): Remark | undefined {
  const place: Place = { property: 'formSections' };
  const sections = listIn(json, 'formSections');
  if (sections.length > mostSections) return { place, message: `At most ${mostSections} sections in a form.` };
  let [rows, fields] = [0, 0];
  for (const section of sections) {
    const inside = listIn(section, 'formRows');
    rows += inside.length;
    if (rows <= mostFields) for (const row of inside) fields += listIn(row, 'formFields').length;
  }
  const count = mostFields.toLocaleString('en-AU');
  if (fields > mostFields) return { place, message: `At most ${count} fields in a form.` };
  return rows > mostFields ? { place, message: `At most ${count} rows in a form.` } : undefined;
}

/** Names in the file, even if it is invalid. */
function namesIn(json: unknown): PlaceNames {
  const section = (s: number) => listIn(json, 'formSections')[s];
  const field = (s: number, r: number, f: number) => listIn(listIn(section(s), 'formRows')[r], 'formFields')[f];
  return {
    section: (s) => textIn(section(s), 'sectionHeading'),
    field: (s, r, f) => {
      const one = field(s, r, f);
      return textIn(one, 'modelPropertyName')?.trim() || textIn(one, 'fieldLabel');
    },
  };
}

interface PlacedField {
  field: FormField;
  place: Place;
}

const placedFields = ({ formSections }: FormDefinition): PlacedField[] =>
  formSections.flatMap(({ formRows }, section) =>
    formRows.flatMap(({ formFields }, row) =>
      formFields.map((field, at) => ({ field, place: { section, row, field: at } })),
    ),
  );

interface Remarks {
  faults: Remark[];
  warnings: Remark[];
}

/** Checks beyond the shape. */
function remarksOf(read: FormFile, form: FormDefinition, isMended: boolean): Remarks {
  const all = placedFields(form);
  const remarks: Remarks = { faults: idFaults(read), warnings: [] };
  if (all.length === 0 && !isMended)
    remarks.faults.push({ place: { property: 'formSections' }, message: 'A form needs at least one field.' });
  const named = new Map(
    all.flatMap(({ field }) => (field.modelPropertyName ? [[field.modelPropertyName, field]] : [])),
  );
  for (const { field, place } of all) {
    const { faults, warnings } = fieldRemarks(field, named);
    for (const { property, message } of faults) remarks.faults.push({ place: { ...place, property }, message });
    for (const { property, message } of warnings) remarks.warnings.push({ place: { ...place, property }, message });
  }
  const { faults, warnings } = submitterRemarks(form, named);
  remarks.faults.push(...faults);
  remarks.warnings.push(...warnings);
  addRules(all, remarks);
  return remarks;
}

/** Checks rules, with positions as keys, since ids may be repeated here. */
function addRules(all: readonly PlacedField[], { faults, warnings }: Remarks): void {
  const formFields = all.map(({ field }, key) => ({ ...field, id: String(key) }));
  const settled = parsedFormOf({
    formSections: [{ id: '', sectionHeading: null, formRows: [{ id: '', formFields }] }],
  });
  const placed = (key: string, property: string): Place => ({ ...all[Number(key)]?.place, property });
  for (const { key, property, code, position, message } of settled.faults)
    faults.push({ place: placed(key, property), message: `${code}, position ${position}: ${message}` });
  for (const { key, property, position, message } of settled.warnings)
    warnings.push({ place: placed(key, property), message: `position ${position}: ${message}` });
}

/** Repeated ids in a file. */
function idFaults({ formSections }: FormFile): Remark[] {
  const [seen, faults] = [new Set<string>(), [] as Remark[]];
  const look = (id: string | null | undefined, place: Place): void => {
    if (!id) return;
    if (seen.has(id)) faults.push({ place: { ...place, property: 'id' }, message: 'This id is already used.' });
    seen.add(id);
  };
  for (const [section, { id, formRows }] of formSections.entries()) {
    look(id, { section });
    for (const [row, { id: rowId, formFields }] of formRows.entries()) {
      look(rowId, { section, row });
      for (const [field, { id: fieldId }] of formFields.entries()) look(fieldId, { section, row, field });
    }
  }
  return faults;
}
