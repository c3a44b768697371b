import { answerText } from '#forms/answers/answer-types.ts';
import { fieldsOf, type FormDefinition, type FormField, labelOf } from '#forms/definition/definition.ts';
import { isAnswered, typeOf } from '#forms/definition/field-types.ts';
import { asDay, asNumber } from '#forms/rules/answer-values.ts';

/** One version of a form. */
export interface FormVersion {
  version: number;
  form: FormDefinition;
}

/** A column of an export: the answers to one field, whose definition may differ between versions. */
export interface AnswerColumn {
  header: string;
  kind: 'text' | 'number' | 'money' | 'date';
  /** The cell for a submission made with `version`. */
  of: (version: number, responses: Readonly<Record<string, string>>) => string | number | null;
}

interface MergedField {
  /** The label in the newest form version that has this field. */
  label: string;
  /** Distinguishes fields that share a label. */
  name: string;
  /** The field's definition, by form version. */
  fields: Map<number, FormField>;
}

/** Identifies a field across versions: its model property name, or else its id. */
const keyOf = ({ modelPropertyName, id }: FormField): string => modelPropertyName?.trim().toLowerCase() || id;

/** The fields of all versions: first those of the newest version, in its order, then those that only older versions have. */
function mergeFields(versions: readonly FormVersion[]): MergedField[] {
  const union = new Map<string, MergedField>();
  for (const { version, form } of versions.toSorted((one, other) => other.version - one.version)) {
    for (const field of fieldsOf(form).filter(isAnswered)) {
      const existing = union.get(keyOf(field));
      const created = { label: labelOf(field), name: field.modelPropertyName ?? field.id, fields: new Map() };
      union.set(keyOf(field), existing ?? created);
      (existing ?? created).fields.set(version, field);
    }
  }
  return [...union.values()];
}

const kinds: Record<string, AnswerColumn['kind']> = { number: 'number', currency: 'money', date: 'date' };

/** The type that all versions share, otherwise text. */
function kindOf(fields: ReadonlyMap<number, FormField>): AnswerColumn['kind'] {
  const all = new Set([...fields.values()].map((field) => kinds[typeOf(field).control] ?? 'text'));
  const [only = 'text'] = all;
  return all.size === 1 ? only : 'text';
}

function cellOf(kind: AnswerColumn['kind'], field: FormField, response: string): string | number | null {
  if (kind === 'date') return asDay(response) ?? null;
  if (kind === 'text') return answerText(field, response);
  const value = asNumber(response);
  return value === undefined || kind === 'number' ? (value ?? null) : Math.round(value * 100);
}

/**
 * The columns of one form's export: one for each field of any version, including fields that a newer version has removed. The
 * header is the newest label, followed by the field's name if several fields share the label.
 */
export function answerColumns(versions: readonly FormVersion[]): AnswerColumn[] {
  const union = mergeFields(versions);
  const sameLabel = Map.groupBy(union, ({ label }) => label.toLowerCase());
  return union.map(({ label, name, fields }) => {
    const kind = kindOf(fields);
    const isShared = (sameLabel.get(label.toLowerCase())?.length ?? 0) > 1;
    return {
      header: isShared ? `${label} (${name})` : label,
      kind,
      of: (version, responses) => {
        const field = fields.get(version);
        const response = field && responses[field.id];
        return response === undefined ? null : cellOf(kind, field as FormField, response); // where there is a response, there is a field
      },
    };
  });
}
