import { createContext, useContext } from 'react';
import type { Day } from '#lib/day.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import type { Answer } from '../rules/answer-values.ts';
import type { ShownField } from '../definition/definition.ts';
import type { FormStore } from './store/form-store.ts';

export type Mode = 'new' | 'edit' | 'view';

/** The submission that is viewed or edited. */
export interface Submitted {
  id: string;
  version: number;
  sentAt: Date;
  changedAt: Date;
}

/** Shared by all fields of a form's page. */
export interface Screen {
  store: FormStore;
  isReadOnly: boolean;
  /** In Sydney. */
  today: Day;
  answer: (key: string, answer: Answer) => void;
  changeFiles: (key: string, change: (uploads: readonly Upload[]) => Upload[]) => void;
  /** For fields that show another field's answer: that field, by the showing field's id. */
  shownBy: ReadonlyMap<string, ShownField>;
  /** Prefix of control ids when the form is rendered twice on a page. */
  idPrefix?: string;
}

export const ScreenContext = createContext<Screen | undefined>(undefined);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('useScreen must be used inside a form.');
  return screen;
}
