import { type ComponentType, createContext, use } from 'react';
import type { z } from 'zod';
import type { ShownPicture } from '#site-pictures/contract.ts';
import type { SiteChoices } from '../contract.ts';
import type { RemovedItem } from './list-items.ts';
import type { Path } from './value-at.ts';

export interface ContentFieldProps {
  shape: z.ZodType;
  value: unknown;
  path: Path;
  /** The names on the way to the field, for its words: `['hero', 'title']`. */
  names: Path;
}

/** What all fields of a form of content share. */
export interface Fields {
  /** All that the form edits. */
  content: object;
  change: (path: Path, value: unknown) => void;
  /** Brings an item of a list back, wherever its list has been moved. */
  bringBack: (removed: RemovedItem) => void;
  /** The message of a fault by its path: `blocks.2.title`. */
  faults: ReadonlyMap<string, string>;
  choices: SiteChoices;
  /** The choices that a line suggests, by its path: `group.title`. */
  suggestions?: Readonly<Record<string, readonly string[]>>;
  /** A further note about an item of a list. */
  noteOf?: (path: Path) => string | undefined;
  /** Pictures by their ids; null for a picture that has been removed. */
  pictures: ReadonlyMap<string, ShownPicture | null>;
  /** Called with a picture that has been chosen from the library. */
  addPicture: (id: string, picture: ShownPicture) => void;
}

/** `Field` shows any field, so that groups and lists need not know all kinds. */
export const FieldsContext = createContext<(Fields & { Field: ComponentType<ContentFieldProps> }) | null>(null);

/** The form around a field. Throws if there is no form. */
export function useFields() {
  const fields = use(FieldsContext);
  if (!fields) throw new Error('A field of content needs a FieldsContext.');
  return fields;
}

/** The id of a field's control. */
export const fieldId = (path: Path): string => `at-${path.join('-')}`;
