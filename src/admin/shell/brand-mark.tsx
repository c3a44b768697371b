/** The mark on the ink of the navigation. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 48 48" width="30" height="30" aria-hidden="true">
      <rect width="48" height="48" rx="13" fill="var(--logo-ground-on-ink)" />
      <path
        fill="var(--green-300)"
        d="M24 6.5 16.2 18.6Q19.9 20.8 24 20.8ZM24 15.5 12.7 29.3Q18 32.3 24 32.3ZM24 25.5 9.3 38.3Q16 42 24 42Z"
      />
      <path
        fill="var(--logo-shade)"
        d="M24 6.5 31.8 18.6Q28.1 20.8 24 20.8ZM24 15.5 35.3 29.3Q30 32.3 24 32.3ZM24 25.5 38.7 38.3Q32 42 24 42Z"
      />
    </svg>
  );
}
