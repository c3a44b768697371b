import type { Appearance } from './stripe-script.ts';

/** Stripe's variable names and our design tokens. */
const colours = {
  colorPrimary: '--action',
  colorBackground: '--surface',
  colorText: '--text',
  colorTextSecondary: '--text-muted',
  colorTextPlaceholder: '--text-subtle',
  colorDanger: '--danger-text',
  iconColor: '--text-muted',
} as const;

/**
 * An appearance for Stripe's fields with the colours that our tokens have at this element, in the current colour
 * scheme.
 */
export function stripeAppearance(place: HTMLElement): Appearance {
  const probe = place.ownerDocument.createElement('span');
  place.append(probe);
  // A token has a colour for each scheme; only a property that uses it resolves to the current one.
  const colour = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const border = colour('--border-input');
  const focus = colour('--focus');
  const danger = colour('--danger');
  const variables = Object.fromEntries(Object.entries(colours).map(([name, token]) => [name, colour(token)]));
  const { fontFamily } = getComputedStyle(probe);
  probe.remove();
  return {
    theme: 'stripe',
    variables: { ...variables, fontFamily, fontSizeBase: '16px', spacingUnit: '4px', borderRadius: '10px' },
    rules: {
      '.Label': { fontSize: '14px', fontWeight: '600', color: variables['colorText'] ?? '' },
      '.Input': { border: `1px solid ${border}`, boxShadow: 'none', padding: '11px 14px' },
      '.Input:focus': { borderColor: focus, boxShadow: `0 0 0 1px ${focus}`, outline: '0' },
      '.Input--invalid': { borderColor: danger, boxShadow: `0 0 0 1px ${danger}` },
    },
  };
}

/**
 * Calls `act` when the colour scheme changes, by the switch in the footer or by the system. Returns the unsubscribe
 * function.
 */
export function onSchemeChange(act: () => void): () => void {
  const watcher = new MutationObserver(act);
  watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', act);
  return () => {
    watcher.disconnect();
    system.removeEventListener('change', act);
  };
}
