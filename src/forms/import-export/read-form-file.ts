import type { Fault } from '#lib/api/problem.ts';
import { parsedFormOf } from '../answers/form-answers.ts';
import type { FormDefinition, FormField } from '../definition/definition.ts';
import { fieldRemarks } from './field-checks.ts';
import { type FormFile, mostFields, mostSections } from './form-file-shape.ts';
import { withIds } from './assign-ids.ts';
import { inFileOrder, pathText, type LocationNames, type FaultLocation, type Remark } from './fault-paths.ts';
import { readShape } from './shape-faults.ts';
import { submitterRemarks } from './submitter-checks.ts';

export interface ReadForm {
  /** Present only if there are no faults. */
  form?: FormDefinition;
  /** Present if the url is valid, even if the form has faults, so that files with the same url are found. */
  url?: string;
  /** All faults in file order; `path` is file > section > row > field > property (contract, section 7). */
  faults: Fault[];
  warnings: Fault[];
}

/** Reads and checks a form. `file` is its name in the zip; `storedBy` finds the stored form with its url, whose ids are reused. */
export function readFormFile(
  json: unknown,
  { file = 'form', storedBy }: { file?: string; storedBy?: (url: string) => FormDefinition | undefined } = {},
): ReadForm {
  const toFaults = (remarks: readonly Remark[]): Fault[] =>
    inFileOrder(remarks).map(({ location, message }) => ({ path: pathText(file, location, namesIn(json)), message }));
  const size = sizeFault(json);
  if (size) return { faults: toFaults([size]), warnings: [] };
  const { read, faults: shapeFaults } = readShape(json);
  if (!read) return { faults: toFaults(shapeFaults), warnings: [] };
  const form = withIds(read, storedBy?.(read.url));
  const checked = remarksOf(read, form, shapeFaults.length > 0);
  const faults = toFaults([...shapeFaults, ...checked.faults]);
  const isUrl = !shapeFaults.some(({ location }) => location.section === undefined && location.property === 'url');
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
  const location: FaultLocation = { property: 'formSections' };
  const sections = listIn(json, 'formSections');
  if (sections.length > mostSections) return { location, message: `At most ${mostSections} sections in a form.` };
  let [rows, fields] = [0, 0];
  for (const section of sections) {
    const inside = listIn(section, 'formRows');
    rows += inside.length;
    if (rows <= mostFields) for (const row of inside) fields += listIn(row, 'formFields').length;
  }
  const count = mostFields.toLocaleString('en-AU');
  if (fields > mostFields) return { location, message: `At most ${count} fields in a form.` };
  return rows > mostFields ? { location, message: `At most ${count} rows in a form.` } : undefined;
}

/** The names in the file, even if it is invalid. */
function namesIn(json: unknown): LocationNames {
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

interface LocatedField {
  field: FormField;
  location: FaultLocation;
}

const fieldsWithLocation = ({ formSections }: FormDefinition): LocatedField[] =>
  formSections.flatMap(({ formRows }, section) =>
    formRows.flatMap(({ formFields }, row) =>
      formFields.map((field, at) => ({ field, location: { section, row, field: at } })),
    ),
  );

interface Remarks {
  faults: Remark[];
  warnings: Remark[];
}

/** Checks that need more than the file's shape. */
function remarksOf(read: FormFile, form: FormDefinition, isRepaired: boolean): Remarks {
  const all = fieldsWithLocation(form);
  const remarks: Remarks = { faults: idFaults(read), warnings: [] };
  if (all.length === 0 && !isRepaired)
    remarks.faults.push({ location: { property: 'formSections' }, message: 'A form needs at least one field.' });
  const named = new Map(
    all.flatMap(({ field }) => (field.modelPropertyName ? [[field.modelPropertyName, field]] : [])),
  );
  for (const { field, location } of all) {
    const { faults, warnings } = fieldRemarks(field, named);
    for (const { property, message } of faults) remarks.faults.push({ location: { ...location, property }, message });
    for (const { property, message } of warnings)
      remarks.warnings.push({ location: { ...location, property }, message });
  }
  const { faults, warnings } = submitterRemarks(form, named);
  remarks.faults.push(...faults);
  remarks.warnings.push(...warnings);
  addRules(all, remarks);
  return remarks;
}

/** Checks rules. Keys are positions, because ids may be repeated in an invalid file. */
function addRules(all: readonly LocatedField[], { faults, warnings }: Remarks): void {
  const formFields = all.map(({ field }, key) => ({ ...field, id: String(key) }));
  const parsed = parsedFormOf({
    formSections: [{ id: '', sectionHeading: null, formRows: [{ id: '', formFields }] }],
  });
  const locationIn = (key: string, property: string): FaultLocation => ({ ...all[Number(key)]?.location, property });
  for (const { key, property, code, position, message } of parsed.faults)
    faults.push({ location: locationIn(key, property), message: `${code}, position ${position}: ${message}` });
  for (const { key, property, position, message } of parsed.warnings)
    warnings.push({ location: locationIn(key, property), message: `position ${position}: ${message}` });
}

/** Faults for ids that occur twice in a file. */
function idFaults({ formSections }: FormFile): Remark[] {
  const [seen, faults] = [new Set<string>(), [] as Remark[]];
  const checkUnique = (id: string | null | undefined, location: FaultLocation): void => {
    if (!id) return;
    if (seen.has(id)) faults.push({ location: { ...location, property: 'id' }, message: 'This id is already used.' });
    seen.add(id);
  };
  for (const [section, { id, formRows }] of formSections.entries()) {
    checkUnique(id, { section });
    for (const [row, { id: rowId, formFields }] of formRows.entries()) {
      checkUnique(rowId, { section, row });
      for (const [field, { id: fieldId }] of formFields.entries()) checkUnique(fieldId, { section, row, field });
    }
  }
  return faults;
}
