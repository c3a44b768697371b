import { fieldsOf, type ShownForm } from '../definition/definition.ts';
import { type Control, typeOf } from '../definition/field-types.ts';

type Load = () => Promise<unknown>;

const files: Load = () => import('../fields/files-control.tsx');
const shownFiles: Load = () => import('../fields/read-only-files.tsx');

const parts: Partial<Record<Control, Load>> = {
  multiSelect: () => import('../fields/multi-select.tsx'),
  address: () => import('../fields/address-control.tsx'),
  signature: () => import('../fields/signature-control.tsx'),
  date: () => import('../fields/calendar/calendar.tsx'),
  files,
  images: files,
  shownFiles,
  shownImages: shownFiles,
  shownValue: shownFiles,
};

/** Loads the code of all fields of a form, including collapsed sections, so that it works offline. Never rejects. */
export async function loadFieldCode(form: ShownForm): Promise<void> {
  const fields = fieldsOf(form);
  const loads = new Set(fields.map((field) => parts[typeOf(field).control]));
  if (loads.has(files)) loads.add(shownFiles); // the confirmation shows the sent files
  if (fields.some(({ requiredRegexPattern }) => requiredRegexPattern))
    loads.add(() => import('../answers/regex-patterns.ts'));
  await Promise.all([...loads].map((load) => load?.().catch(() => undefined)));
}
