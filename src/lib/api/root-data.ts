import { createContext, useContext } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Viewer } from './api-context.ts';
import type { ProgramPage } from './program-pages.ts';

/** The data of the root's loader for every page; `#company/use-settings.ts` returns more of the settings. */
export interface RootData {
  /** Scheme and host of the site, without a slash at its end. */
  origin: string;
  /** The reader of the page, null if nobody is signed in; undefined in a public page, which is the same for everybody. */
  viewer: Viewer | null | undefined;
  settings: { company: { name: string } };
  menus: { addresses: Partial<Record<ProgramPage, string>> };
}

/** Undefined if the root's loader failed: the error page then has no data. */
export const useRootData = <T extends RootData = RootData>(): T | undefined =>
  useRouteLoaderData('root') as T | undefined; // the id of src/root.tsx, whose loader returns this

/** The company's name; empty on the error page of a site whose database is unavailable. */
export const useCompanyName = (): string => useRootData()?.settings.company.name ?? '';

/** The current address of a page to which the program links; undefined if the site does not have that page. */
export const usePageAddress = (page: ProgramPage): string | undefined => useRootData()?.menus.addresses[page];

/** The reader of a public page, provided by the root; undefined until it is known. */
export const ViewerOfPublicPage = createContext<Viewer | null | undefined>(undefined);

/** The reader of the page, null if nobody is signed in; undefined while a public page does not know yet, and on the root's error page. */
export function useKnownViewer(): Viewer | null | undefined {
  const root = useRootData();
  const later = useContext(ViewerOfPublicPage);
  return root?.viewer === undefined ? later : root.viewer;
}

/** The reader of the page; null if nobody is signed in, or while it is not known yet. */
export const useViewer = (): Viewer | null => useKnownViewer() ?? null;
