import { cartEntry } from '#storefront/cart/browser-cart.ts';
import { SchemeIcon } from '#ui/icons/icons.tsx';
import styles from './footer.module.css';

const entry = 'spruce.scheme';

/**
 * Runs in the head before the first paint: the remembered scheme, and whether there is a cart, whose number the header shows
 * later. Where storage is off, the system decides.
 */
export const beforePaint = `try{const l=localStorage,d=document.documentElement.dataset,s=l.getItem('${entry}');if(s==='light'||s==='dark')d.theme=s;if(l.getItem('${cartEntry}'))d.cart=''}catch{}`;

/** Light to dark and back; remembered in this browser. */
export function SchemeSwitch() {
  return (
    <button type="button" className={styles.scheme} onClick={switchScheme}>
      <SchemeIcon />
      Switch colour scheme
    </button>
  );
}

/** Light to dark and back, for buttons of another look. */
export function switchScheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  dataset.theme = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem(entry, dataset.theme);
  } catch {
    // Without storage it holds until the page is left.
  }
}
