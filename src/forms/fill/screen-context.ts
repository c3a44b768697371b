import { createContext, useContext } from 'react';
import type { Day } from '#lib/day.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import type { Answer } from '../rules/values.ts';
import type { ShownField } from '../definition/shapes.ts';
import type { FormStore } from './store/form-store.ts';

/** What every field of a screen shares. */
export interface Screen {
  store: FormStore;
  isReadOnly: boolean;
  /** In Sydney. */
  today: Day;
  answer: (key: string, answer: Answer) => void;
  changeFiles: (key: string, change: (uploads: readonly Upload[]) => Upload[]) => void;
  /** The field whose answer another shows, by the other's id. */
  shownBy: ReadonlyMap<string, ShownField>;
  /** Before the ids of controls, where the form stands in the page a second time. */
  idPrefix?: string;
}

export const ScreenContext = createContext<Screen | undefined>(undefined);

export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('A field stands outside of its form.');
  return screen;
}
