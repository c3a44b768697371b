export function EmptyShelf() {
  return (
    <svg viewBox="0 0 320 180" aria-hidden="true">
      <ellipse cx="168" cy="166" rx="128" ry="9" fill="var(--teal-900)" opacity=".08" />
      <path d="M52 22h14v140H52zM254 22h14v140h-14z" fill="var(--teal-300)" />
      <path d="M262 22h6v140h-6zM60 22h6v140h-6z" fill="var(--teal-400)" />
      <rect x="40" y="58" width="240" height="12" rx="4" fill="var(--teal-600)" />
      <rect x="40" y="128" width="240" height="12" rx="4" fill="var(--teal-600)" />
      <path d="M200 58h80v12h-80zM200 128h80v12h-80z" fill="var(--teal-700)" />
      <path d="M112 58h58l-4 38c-8-5-13 4-21 0s-13 5-21 1-8 2-12-2z" fill="var(--green-300)" />
      <path d="M146 58h24l-4 38c-7-4-10 2-16 1z" fill="var(--green-400)" />
      <path d="M112 58h58l-.8 8H112.400z" fill="var(--citrus-400)" />
      <path
        d="M214 110c6-3 12-3 18 0M92 112c5-2 10-2 15 0M206 40c7-3 14-3 21 0"
        fill="none"
        stroke="var(--teal-300)"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  );
}
