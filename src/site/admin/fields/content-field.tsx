import { type FieldProps, SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { Switch } from '#ui/form/switch.tsx';
import type { PictureRef } from '../../content/content-fields.ts';
import { ChoiceOfId } from './choice-of-id.tsx';
import { ColourField } from './colour-field.tsx';
import { type ContentFieldProps, fieldId, type Fields, FieldsContext, useFields } from './fields-context.ts';
import type { ReactNode } from 'react';
import { GroupField } from './group-field.tsx';
import { BlocksField, ListField } from './list-field.tsx';
import { PictureField } from './picture-field.tsx';
import { RichTextField } from './rich-text-field.tsx';
import { valueIn } from './list-items.ts';
import { fieldOf } from './shape-fields.ts';
import { TargetField } from './target-field.tsx';
import { choiceWord, wordsOf } from './words.ts';
import type { Path } from './value-at.ts';

/** A form of content around its fields. */
export const ContentForm = ({ fields, children }: { fields: Fields; children: ReactNode }) => (
  <FieldsContext value={{ ...fields, Field: ContentField }}>{children}</FieldsContext>
);

/** A field of content, as its shape needs it. */
export function ContentField({ shape, value, path, names }: ContentFieldProps) {
  const { content, change, faults, suggestions } = useFields();
  const field = fieldOf(shape);
  const { label, hint } = wordsOf(names);
  const set = (next: unknown): void => change(path, next);
  /** Once a picture is chosen, a hero whose look hides it gets a look that shows it. */
  const setPicture = (next: PictureRef | null): void => {
    set(next);
    const look = [...path.slice(0, -1), 'look'];
    const isChosen = next !== null && next.picture !== (value as PictureRef | null)?.picture;
    if (isChosen && names.at(-2) === 'hero' && valueIn(content, look) === 'plain') change(look, 'page');
  };
  const at = { path, names, label, hint, error: faults.get(path.join('.')), isOptional: field.isOptional };
  const words = { id: fieldId(path), label, hint, error: at.error };
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'line':
    case 'anchor':
      if (names.at(-1) === 'form' || names.at(-1) === 'category') return <NamedField {...at} value={text} set={set} />;
      return <LineField {...words} suggested={suggestions?.[path.join('.')]} value={text} set={set} />;
    case 'sentences':
    case 'paragraphs':
      return (
        <TextArea
          {...words}
          rows={field.kind === 'paragraphs' ? 5 : 2}
          value={text}
          onChange={(event) => set(event.target.value)}
        />
      );
    case 'richText':
      return <RichTextField label={label} value={text} set={set} error={at.error} />;
    case 'target':
      return <TargetField {...at} value={text} set={set} />;
    case 'colour':
      return <ColourField {...at} value={text} set={set} />;
    case 'picture':
      return <PictureField {...at} value={value as never} set={setPicture} />;
    case 'id':
      return <ChoiceOfId {...at} value={text} set={set} />;
    case 'day':
      return <TextField {...words} type="date" value={text} onChange={({ target }) => set(target.value || null)} />;
    case 'number':
      return (
        <TextField
          {...words}
          type="number"
          isNumeric
          value={typeof value === 'number' ? value : ''}
          onChange={(event) => set(event.target.value === '' ? null : Number(event.target.value))}
        />
      );
    case 'switch':
      return (
        <Switch id={words.id} hint={hint} checked={value === true} onChange={(event) => set(event.target.checked)}>
          {label}
        </Switch>
      );
    case 'choice':
      return (
        <SelectField
          {...words}
          value={text}
          onChange={(event) => set(event.target.value)}
          choices={field.options.map((option) => ({ value: option, label: choiceWord(names, option) }))}
        />
      );
    case 'list':
      return <ListField {...at} item={field.item} max={field.max} values={Array.isArray(value) ? value : []} />;
    case 'blocks':
      return <BlocksField {...at} kinds={field.kinds} max={field.max} values={Array.isArray(value) ? value : []} />;
    case 'group':
      return <GroupField {...at} shape={shape} fields={field.fields} value={value} />;
  }
}

interface LineProps extends Pick<FieldProps, 'label' | 'hint' | 'error'> {
  id: string;
  /** The choices that the browser suggests. */
  suggested: readonly string[] | undefined;
  value: string;
  set: (value: string) => void;
}

function LineField({ suggested, set, ...words }: LineProps) {
  const list = suggested && `${words.id}-suggested`;
  return (
    <>
      <TextField {...words} list={list} autoComplete="off" onChange={(event) => set(event.target.value)} />
      {suggested && (
        <datalist id={list}>
          {suggested.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

interface NamedProps {
  path: Path;
  names: Path;
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  isOptional: boolean;
  value: string;
  set: (value: string) => void;
}

/** The url of a form is chosen from a list; the url of a category is typed. */
function NamedField({ path, names, value, set, ...words }: NamedProps) {
  const { choices } = useFields();
  const id = fieldId(path);
  if (names.at(-1) === 'category')
    return <TextField {...words} id={id} value={value} onChange={(event) => set(event.target.value)} />;
  const isKnown = choices.forms.some((form) => form.value === value);
  return (
    <SelectField {...words} id={id} value={value} onChange={(event) => set(event.target.value)} choices={choices.forms}>
      {words.isOptional && value !== '' && <option value="">None</option>}
      {!isKnown && <option value={value}>{value || 'Choose a form'}</option>}
    </SelectField>
  );
}
