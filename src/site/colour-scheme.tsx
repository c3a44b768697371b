import { cartEntry } from '#storefront/cart/browser-cart.ts';
import { siteEntry } from '#trade/site-choice.ts';
import { SchemeIcon } from '#ui/icons/icons.tsx';
import styles from './footer.module.css';

const storageKey = 'shop.scheme';

/** The names, after `shop.`, under which the program has stored something since its former releases. */
const storedNames = String.raw`cart|promo|attempt|scheme|single-keys|categories\.open|welcome|checkout\.\w+|placed|(?:table|shown|page)\..+`;

/**
 * Renames what former releases stored in this browser, such as the cart: their names began with another word instead of `shop`. If another
 * tab has stored something under the new name already, that stays.
 */
const renameStored = String.raw`for(const s of [localStorage,sessionStorage])for(const k of Object.keys(s))if(/^(?!shop\.)\w+\.(?:${storedNames})$/.test(k)){const n=k.replace(/^\w+/,'shop');if(s.getItem(n)===null)s.setItem(n,s.getItem(k));s.removeItem(k)}`;

/**
 * A script in the head that runs before the first paint. It applies the stored colour scheme, and marks the document if
 * there is a site to order for, or a cart, so that the header reserves space for them. Without storage the system's scheme applies.
 */
export const beforePaint = `try{${renameStored}const l=localStorage,d=document.documentElement.dataset,s=l.getItem('${storageKey}'),w=(l.getItem('${siteEntry}')??'').replace('none','');if(s==='light'||s==='dark')d.theme=s;if(w)d.site='';if(l.getItem('${cartEntry}'+(w&&'.'+w)))d.cart=''}catch{}`;

/** Switches between light and dark; the choice is stored in this browser. */
export function SchemeSwitch() {
  return (
    <button type="button" className={styles.scheme} onClick={switchScheme}>
      <SchemeIcon />
      Switch colour scheme
    </button>
  );
}

export function switchScheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  dataset.theme = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem(storageKey, dataset.theme);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
