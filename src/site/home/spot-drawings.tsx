import type { ReactNode } from 'react';
import drawings from '#assets/art/spots.svg';

const spot = (name: string): ReactNode => (
  <svg viewBox="0 0 56 56" aria-hidden="true">
    <use href={`${drawings}#${name}`} />
  </svg>
);

/** Small drawings of services by name, 56 units wide; inlined from a separate file to keep the script small. */
export const spots: Record<string, ReactNode> = {
  'Covid Cleaning': spot('covid'),
  'Aged Care': spot('aged-care'),
  'Government Cleaning': spot('government'),
  'Sports Cleaning': spot('sports'),
  'Hospitality Cleaning': spot('hospitality'),
};
