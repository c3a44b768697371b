import { useRouteLoaderData } from 'react-router';
import type { Viewer } from './api-context.ts';
import type { ProgramPage } from './program-pages.ts';

/** The data of the root's loader for every page; `#company/use-settings.ts` returns more of the settings. */
export interface RootData {
  /** Scheme and host of the site, without a slash at its end. */
  origin: string;
  viewer: Viewer | null;
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

/** The reader of the page; null if nobody is signed in. */
export const useViewer = (): Viewer | null => useRootData()?.viewer ?? null;
