/** An open carton, with the first bottle going in. */
export function WaitingBox() {
  return (
    <svg viewBox="0 0 320 220" aria-hidden="true">
      <ellipse cx="162" cy="204" rx="118" ry="10" fill="var(--teal-900)" opacity=".09" />
      <path d="M140 34h22l4 16v58h-30V50z" fill="var(--green-400)" />
      <path d="M154 34h8l4 16v58h-14z" fill="var(--green-600)" opacity=".45" />
      <rect x="141" y="20" width="20" height="16" rx="4" fill="var(--citrus-400)" />
      <path d="M141 70h20" stroke="var(--green-100)" strokeWidth="6" strokeLinecap="round" />
      <path d="M76 96 160 84l84 12v96l-84 12-84-12z" fill="var(--teal-100)" />
      <path d="M160 108v96l-84-12V96z" fill="var(--teal-200)" />
      <path d="M160 108 244 96v96l-84 12z" fill="var(--teal-300)" />
      <path d="M76 96 160 108 142 128 56 114z" fill="var(--teal-50)" />
      <path d="M244 96 160 108l18 20 86-14z" fill="var(--teal-100)" />
      <path
        d="M76 96 160 108 244 96M160 108v96"
        fill="none"
        stroke="var(--teal-600)"
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <path
        d="M76 112v80l84 12 84-12v-80"
        fill="none"
        stroke="var(--teal-600)"
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <path d="M184 168l34-5" stroke="var(--teal-600)" strokeWidth="6" strokeLinecap="round" />
      <path d="M184 182l20-3" stroke="var(--citrus-400)" strokeWidth="6" strokeLinecap="round" />
    </svg>
  );
}
