import type { ReactNode } from 'react';

type Ground = 'mint' | 'sand' | 'mist' | 'lemon';

function Spot({ ground, children }: { ground: Ground; children: ReactNode }) {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true">
      <rect width="56" height="56" rx="16" style={{ fill: `var(--tile-${ground})` }} />
      {children}
    </svg>
  );
}

/** Small drawings of services, by name, on 56 units. */
export const spots: Record<string, ReactNode> = {
  'Covid Cleaning': (
    <Spot ground="mint">
      <path fill="#0f5c5c" d="M28 10 14 15v12c0 9 6 15 14 19z" />
      <path fill="#1f9e6c" d="M28 10l14 5v12c0 9-6 15-14 19z" />
      <circle cx="28" cy="27" r="6.5" fill="#fff" />
      <path
        d="M28 16.5v21M17.5 27h21M20.6 19.6l14.8 14.8M35.4 19.6 20.6 34.4"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <circle cx="28" cy="27" r="3" fill="#ffc53d" />
    </Spot>
  ),
  'Aged Care': (
    <Spot ground="sand">
      <path fill="#1f9e6c" d="M14 30q0-4 4-4h14v10H14z" />
      <path fill="#8bd8b4" d="M18 12h12q4 0 4 4v12H18z" />
      <path fill="#0f5c5c" d="M12 34h26v6H12z" />
      <path d="M16 40v5M34 40v5" stroke="#0f5c5c" strokeWidth="3.5" strokeLinecap="round" />
      <path d="M44 20q-5-1-5 4v21" fill="none" stroke="#0f5c5c" strokeWidth="3.2" strokeLinecap="round" />
      <circle cx="24" cy="20" r="3.4" fill="#ffc53d" />
    </Spot>
  ),
  'Government Cleaning': (
    <Spot ground="mist">
      <path fill="#0f5c5c" d="M28 11 10 21v3h18z" />
      <path fill="#1f9e6c" d="M28 11l18 10v3H28z" />
      <path fill="#8bd8b4" d="M14 27h5v12h-5zM25.5 27h5v12h-5zM37 27h5v12h-5z" />
      <path fill="#0f5c5c" d="M11 40h34v5H11z" />
      <circle cx="28" cy="19" r="2.6" fill="#ffc53d" />
    </Spot>
  ),
  'Sports Cleaning': (
    <Spot ground="lemon">
      <path fill="#1f9e6c" d="M28 11c10 0 17 7.5 17 17s-7 17-17 17z" />
      <path fill="#0f5c5c" d="M28 11c-10 0-17 7.5-17 17s7 17 17 17z" />
      <path d="M15 17c8 5 8 17 0 22M41 17c-8 5-8 17 0 22M28 11v34" fill="none" stroke="#fff" strokeWidth="2.6" />
      <circle cx="28" cy="28" r="4" fill="#ffc53d" />
    </Spot>
  ),
  'Hospitality Cleaning': (
    <Spot ground="mint">
      <path fill="#0f5c5c" d="M11 38h34v5H11z" />
      <path fill="#1f9e6c" d="M28 18c9 0 15 7 15 17H28z" />
      <path fill="#8bd8b4" d="M28 18c-9 0-15 7-15 17h15z" />
      <circle cx="28" cy="15" r="3.4" fill="#ffc53d" />
      <path d="M19 31c1-4 3-6 6-7" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
    </Spot>
  ),
};
