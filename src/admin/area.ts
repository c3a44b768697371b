import type { ComponentType } from 'react';
import type { Claim } from '#lib/api/endpoint.ts';
import type { IconProps } from '#ui/icons/icon.tsx';

/** An area of the back office, with an entry in the navigation and a card on the home page. */
export interface Area {
  label: string;
  /** The card's title, if the specification names it differently. */
  card?: string;
  about: string;
  to: string;
  claim: Claim;
  group: 'Selling' | 'Catalogue' | 'People and forms' | 'Insight' | 'Site';
  icon: ComponentType<IconProps>;
  /** Which waiting items to count, and the word after their number: `3 new`. */
  count?: { of: 'orders' | 'stock' | 'submissions' | 'enquiries'; word: string };
  /** Other words by which the command palette finds the area. */
  words?: string;
}
