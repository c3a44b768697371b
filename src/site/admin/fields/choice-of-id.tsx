import { SelectField } from '#ui/form/field.tsx';
import { fieldId, useFields } from './fields-context.ts';
import type { Path } from './value-at.ts';

interface ChoiceOfIdProps {
  path: Path;
  names: Path;
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  isOptional: boolean;
  value: string;
  set: (value: string | null) => void;
}

/** A page or a service of the site, chosen by its name. */
export function ChoiceOfId({ path, names, value, set, isOptional, ...words }: ChoiceOfIdProps) {
  const { choices } = useFields();
  const listed = names.at(-1) === 'service' ? choices.services : choices.pages;
  const isKnown = listed.some((choice) => choice.value === value);
  return (
    <SelectField
      {...words}
      id={fieldId(path)}
      value={value}
      onChange={(event) => set(event.target.value || null)}
      choices={listed.map(({ value: id, label, note }) => ({ value: id, label: note ? `${label} (${note})` : label }))}
    >
      {(isOptional || value === '') && <option value="">{isOptional ? 'None' : 'Choose one'}</option>}
      {!isKnown && value !== '' && <option value={value}>It has been removed</option>}
    </SelectField>
  );
}
