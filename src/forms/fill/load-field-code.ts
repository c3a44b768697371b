import { fieldsOf, type ShownForm } from '../definition/definition.ts';
import { type Control, typeOf } from '../definition/field-types.ts';

type Load = () => Promise<unknown>;

const files: Load = () => import('../fields/files-control.tsx');
const readOnlyFiles: Load = () => import('../fields/read-only-files.tsx');

const loadsByControl: Partial<Record<Control, Load>> = {
  multiSelect: () => import('../fields/multi-select.tsx'),
  address: () => import('../fields/address-control.tsx'),
  signature: () => import('../fields/signature-control.tsx'),
  date: () => import('../fields/calendar/calendar.tsx'),
  files,
  images: files,
  shownFiles: readOnlyFiles,
  shownImages: readOnlyFiles,
  shownValue: readOnlyFiles,
};

/** Loads the code of all fields of a form, including collapsed sections, so that it works offline. Never rejects. */
export async function loadFieldCode(form: ShownForm): Promise<void> {
  const fields = fieldsOf(form);
  const loads = new Set(fields.map((field) => loadsByControl[typeOf(field).control]));
  if (loads.has(files)) loads.add(readOnlyFiles); // the confirmation shows the submitted files
  if (fields.some(({ requiredRegexPattern }) => requiredRegexPattern))
    loads.add(() => import('../answers/regex-patterns.ts'));
  await Promise.all([...loads].map((load) => load?.().catch(() => undefined)));
}
