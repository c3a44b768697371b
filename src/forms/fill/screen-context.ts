import { createContext, useContext } from 'react';
import type { Day } from '#lib/day.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import type { Answer } from '../rules/answer-values.ts';
import type { ShownField } from '../definition/definition.ts';
import type { FormStore } from './store/form-store.ts';

export type Mode = 'new' | 'edit' | 'view';

/** The submission being viewed or edited. */
export interface Submitted {
  id: string;
  version: number;
  sentAt: Date;
  changedAt: Date;
}

/** Values that all fields of a form's page share. */
export interface Screen {
  store: FormStore;
  isReadOnly: boolean;
  /** Today's date in Sydney. */
  today: Day;
  answer: (key: string, answer: Answer) => void;
  changeFiles: (key: string, change: (uploads: readonly Upload[]) => Upload[]) => void;
  /** The fields whose answers other fields show, by the id of the field that shows them. */
  shownBy: ReadonlyMap<string, ShownField>;
  /** Prefix of control ids, for when the form is rendered twice on a page. */
  idPrefix?: string;
}

export const ScreenContext = createContext<Screen | undefined>(undefined);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('useScreen must be used inside a form.');
  return screen;
}
