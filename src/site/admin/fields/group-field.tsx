import type { z } from 'zod';
import { Button } from '#ui/button/button.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { PlusIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { fieldId, useFields } from './fields-context.ts';
import styles from './fields.module.css';
import { filledOf } from './shape-fields.ts';
import type { Path } from './value-at.ts';

interface GroupFieldProps {
  shape: z.ZodType;
  fields: Readonly<Record<string, z.ZodType>>;
  value: unknown;
  path: Path;
  names: Path;
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  isOptional: boolean;
}

/** Fields that belong together. Some groups can be left out. */
export function GroupField({ shape, fields, value, path, names, label, hint, error, isOptional }: GroupFieldProps) {
  const { change } = useFields();
  const id = fieldId(path);
  if (value === null || value === undefined)
    return (
      <div className={styles.absent}>
        <Button
          id={id}
          aria-describedby={hint && `${id}-hint`}
          look="quiet"
          size="small"
          onClick={() => change(path, filledOf(shape))}
        >
          <PlusIcon />
          {label}
        </Button>
        {hint && <p id={`${id}-hint`}>{hint}</p>}
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    );
  return (
    <fieldset id={id} className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {isOptional && (
        <IconButton label={`Remove: ${label}`} className={styles.remove ?? ''} onClick={() => change(path, null)}>
          <TrashIcon />
        </IconButton>
      )}
      {hint && <p>{hint}</p>}
      <GroupFields fields={fields} value={value as object} path={path} names={names} />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

/** Fields that the program sets itself, or that have a button of their own. */
const hidden = new Set(['id', 'kind', 'isHidden']);

interface GroupFieldsProps extends Pick<GroupFieldProps, 'fields' | 'path' | 'names'> {
  value: object;
  /** Names of fields that are left out. */
  without?: readonly string[];
}

/** The fields of an object, in the order of its shape; the name in links comes last. */
export function GroupFields({ fields, value, path, names, without = [] }: GroupFieldsProps) {
  const { Field } = useFields();
  const shown = Object.entries(fields).filter(([name]) => !hidden.has(name) && !without.includes(name));
  const isLast = ([name]: (typeof shown)[number]): boolean => name === 'anchor';
  return [...shown.filter((field) => !isLast(field)), ...shown.filter(isLast)].map(([name, shape]) => (
    <Field
      key={name}
      shape={shape}
      value={(value as Record<string, unknown>)[name]}
      path={[...path, name]}
      names={[...names, name]}
    />
  ));
}
