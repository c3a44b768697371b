import { answerText } from '#forms/answers/words.ts';
import { fieldsOf, type FormDefinition, type FormField, labelOf } from '#forms/definition/definition.ts';
import { isAnswered, typeOf } from '#forms/definition/field-types.ts';
import { asDay, asNumber } from '#forms/rules/values.ts';

/** One version of a form. */
export interface Version {
  version: number;
  form: FormDefinition;
}

/** A column of an export, with the answers of every version's field of that name. */
export interface AnswerColumn {
  header: string;
  kind: 'text' | 'number' | 'money' | 'date';
  /** What stands in it of a submission made with a version. */
  of: (version: number, responses: Readonly<Record<string, string>>) => string | number | null;
}

interface Union {
  /** The newest version's. */
  label: string;
  /** By which a label that is taken is told apart. */
  name: string;
  /** By version. */
  fields: Map<number, FormField>;
}

/** What a field is known by through the versions of its form: its name for rules, else its id. */
const keyOf = ({ modelPropertyName, id }: FormField): string => modelPropertyName?.trim().toLowerCase() || id;

/** The fields of all versions: those of the newest in its order, then those that only older ones have. */
function unionOf(versions: readonly Version[]): Union[] {
  const union = new Map<string, Union>();
  for (const { version, form } of versions.toSorted((one, other) => other.version - one.version)) {
    for (const field of fieldsOf(form).filter(isAnswered)) {
      const known = union.get(keyOf(field));
      const made = { label: labelOf(field), name: field.modelPropertyName ?? field.id, fields: new Map() };
      union.set(keyOf(field), known ?? made);
      (known ?? made).fields.set(version, field);
    }
  }
  return [...union.values()];
}

const kinds: Record<string, AnswerColumn['kind']> = { number: 'number', currency: 'money', date: 'date' };

/** Typed where all versions agree on it, else text. */
function kindOf(fields: ReadonlyMap<number, FormField>): AnswerColumn['kind'] {
  const all = new Set([...fields.values()].map((field) => kinds[typeOf(field.formFieldType).control] ?? 'text'));
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
 * The columns of an export of one form: one for each field that any version has, so that what a newer version dropped keeps
 * its column. The header is the newest label; fields that share one have their names beside it.
 */
export function answerColumns(versions: readonly Version[]): AnswerColumn[] {
  const union = unionOf(versions);
  const times = Map.groupBy(union, ({ label }) => label.toLowerCase());
  return union.map(({ label, name, fields }) => {
    const kind = kindOf(fields);
    const isShared = (times.get(label.toLowerCase())?.length ?? 0) > 1;
    return {
      header: isShared ? `${label} (${name})` : label,
      kind,
      of: (version, responses) => {
        const field = fields.get(version);
        const response = field && responses[field.id];
        return response === undefined ? null : cellOf(kind, field as FormField, response); // there is no response without
      },
    };
  });
}
