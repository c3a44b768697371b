import type { ReactNode } from 'react';

export interface Partner {
  name: string;
  /** How the name is set beside its mark. */
  hand: 'caps' | 'round' | 'serif' | 'plain';
  mark: ReactNode;
}

/** Two tones on 48 units: `--mark` and `--mark-light` of the band. */
const mark = (shape: ReactNode): ReactNode => (
  <svg viewBox="0 0 48 48" aria-hidden="true">
    {shape}
  </svg>
);

const main = { fill: 'var(--mark)' };
const light = { fill: 'var(--mark-light)' };
const line = { fill: 'none', stroke: 'var(--mark)', strokeWidth: 3.2, strokeLinecap: 'round' } as const;

/** The suppliers of the demo catalogue (`demo/catalogue.csv`), each with an invented mark. */
export const partners: readonly Partner[] = [
  {
    name: 'Tallowfen Chemical Works',
    hand: 'serif',
    mark: mark(
      <>
        <path style={main} d="M18 6h12v4h-2v9l11 19q2 4-3 4H12q-5 0-3-4l11-19v-9h-2z" />
        <path style={light} d="M15.5 31q4-3 8.5 0t8.5 0l3.5 6q1 2-1.5 2h-21q-2.5 0-1.5-2z" />
      </>,
    ),
  },
  {
    name: 'Marlowick Brushware',
    hand: 'round',
    mark: mark(
      <>
        <path style={main} d="M5 19q0-6 6-6h26q6 0 6 6v4H5z" />
        <path style={light} d="M8 25h5l-1 14q-3 1-5-1zM16 25h6v15h-5zM26 25h6l-1 15h-5zM35 25h5l1 13q-2 2-5 1z" />
        <path style={main} d="M21 5h6v10h-6z" />
      </>,
    ),
  },
  {
    name: 'Kestrelbank Safety',
    hand: 'caps',
    mark: mark(
      <>
        <path style={main} d="M24 4 7 10v13c0 11 7 17 17 21z" />
        <path style={light} d="m24 4 17 6v13c0 11-7 17-17 21z" />
        <path d="M13 19q7 0 11 9 4-9 11-9-5 4-6 12l-5 6-5-6q-1-8-6-12z" fill="var(--mark-paper)" />
      </>,
    ),
  },
  {
    name: 'Hartwhistle Machines',
    hand: 'plain',
    mark: mark(
      <>
        <path d="M24 24V15M24 17q-9 0-11-11M24 17q9 0 11-11M15.5 12.5 9 12M32.5 12.5 39 12" style={line} />
        <circle cx="24" cy="32" r="11" style={main} />
        <circle cx="24" cy="32" r="5" style={light} />
      </>,
    ),
  },
  {
    name: 'Bindlestone Textiles',
    hand: 'round',
    mark: mark(
      <>
        <path style={main} d="M6 8h10v32H6zM32 8h10v32H32z" />
        <path style={light} d="M16 12h16v8H16zM6 28h10v8H6zM32 28h10v8H32z" />
        <path style={main} d="M16 28h16v8H16z" opacity=".55" />
      </>,
    ),
  },
  {
    name: 'Quillbrook Paper Co',
    hand: 'serif',
    mark: mark(
      <>
        <path style={light} d="M41 5C26 6 15 15 13 32c14 0 25-9 28-27z" />
        <path d="M36 11C24 16 15 27 9 43" style={line} />
        <path d="M20 43h20" style={line} />
      </>,
    ),
  },
];
