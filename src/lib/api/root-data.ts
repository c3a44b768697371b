import { useRouteLoaderData } from 'react-router';
import type { Viewer } from './api-context.ts';

/** What the root's loader gives every page, besides the settings (`#settings/use-settings.ts`). */
export interface RootData {
  /** Scheme and host of the site, without a slash at its end. */
  origin: string;
  viewer: Viewer | null;
}

/** Undefined where the root's loader failed: the error page has nothing but itself. */
export const useRootData = <T extends RootData = RootData>(): T | undefined =>
  useRouteLoaderData('root') as T | undefined; // the id of src/root.tsx, whose loader answers this

/** Who reads the page; null for the unknown. */
export const useViewer = (): Viewer | null => useRootData()?.viewer ?? null;
