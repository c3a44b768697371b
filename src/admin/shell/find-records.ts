import type { ReactNode } from 'react';
import type { Viewer } from '#lib/api-context.ts';

/** Something that the palette leads to, or does. */
export interface Found {
  group: string;
  key: string;
  label: string;
  note?: string;
  icon?: ReactNode;
  to?: string;
  run?: () => void;
}

/** Products and people by their words, as far as the viewer may see them. */
export async function findRecords(_typed: string, _viewer: Viewer | null, _signal: AbortSignal): Promise<Found[]> {
  return [];
}
