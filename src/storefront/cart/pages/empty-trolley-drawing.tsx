/** A drawing of a service trolley with an empty tray, a bucket and a mop. */
export function EmptyTrolley() {
  return (
    <svg viewBox="0 0 320 220" aria-hidden="true">
      <ellipse cx="166" cy="204" rx="124" ry="10" fill="var(--teal-900)" opacity=".09" />
      <path d="M236 30 214 168" stroke="var(--teal-300)" strokeWidth="7" strokeLinecap="round" />
      <path d="M236 30 233 50" stroke="var(--citrus-400)" strokeWidth="9" strokeLinecap="round" />
      <path d="M192 166h46c4 8 6 17 6 28h-60c0-11 3-20 8-28z" fill="var(--green-300)" />
      <path d="M220 166h18c4 8 6 17 6 28h-20c1-12-1-20-4-28z" fill="var(--green-500)" opacity=".55" />
      <path
        d="M60 52h20l18 104h96"
        fill="none"
        stroke="var(--teal-600)"
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M84 74h128l-12 60H94z"
        fill="var(--teal-50)"
        stroke="var(--teal-600)"
        strokeWidth="6"
        strokeLinejoin="round"
      />
      <path d="M176 77h33l-11 54h-28z" fill="var(--teal-200)" />
      <path d="M118 92h58M120 108h48" stroke="var(--teal-200)" strokeWidth="5" strokeLinecap="round" />
      <circle cx="112" cy="184" r="13" fill="var(--teal-700)" />
      <circle cx="112" cy="184" r="5" fill="var(--teal-200)" />
      <circle cx="176" cy="184" r="13" fill="var(--teal-700)" />
      <circle cx="176" cy="184" r="5" fill="var(--teal-200)" />
      <path d="M54 52h14" stroke="var(--citrus-400)" strokeWidth="10" strokeLinecap="round" />
      <path
        d="M126 46c4-10 12-10 14-20M158 52c3-7 8-8 9-15"
        fill="none"
        stroke="var(--teal-300)"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  );
}
