import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#ui/classes.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import { Blocks } from '../../blocks/blocks.tsx';
import type { ShopCard } from '../../blocks/contact/shop-cards.tsx';
import type { ShownPage } from '../../content/shown.ts';
import frame from '../../site-frame.module.css';
import styles from './preview.module.css';

export const devices = {
  phone: { label: 'Phone', width: 390 },
  tablet: { label: 'Tablet', width: 768 },
  desktop: { label: 'Desktop', width: 1280 },
} as const;
export type Device = keyof typeof devices;

interface PreviewProps {
  page: ShownPage;
  shops: Readonly<Record<string, readonly ShopCard[]>>;
  device: Device;
  /** The chosen block, which is scrolled into view. */
  chosen: string;
  choose: (block: string) => void;
}

/** With a doctype, so that browsers lay it out as they lay out the site. */
const emptyDocument = '<!doctype html><html lang="en-AU"><head><meta charset="utf-8"></head><body></body></html>';

/**
 * The page in an iframe as wide as the device, so that it is laid out as on the device; the iframe is scaled down where there is less room.
 * The page is rendered by this document's React tree, so that a change shows at once.
 */
export function Preview({ page, shops, device, chosen, choose }: PreviewProps) {
  const { width } = devices[device];
  const [body, setBody] = useState<HTMLElement>();
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const isHydrated = useIsHydrated();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => setRoom({ width: current.clientWidth, height: current.clientHeight }));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useStyles(body);
  useChosen(body, chosen);
  const scale = room.width > 0 ? Math.min(1, room.width / width) : 1;
  return (
    <div ref={box} className={styles.room}>
      {/* Only in the browser: an iframe in the server's HTML may have loaded before its listener is attached. */}
      {isHydrated && (
        <iframe
          title="Preview of the page"
          className={styles.window}
          style={{ width, height: room.height / scale, scale: String(scale) }}
          srcDoc={emptyDocument}
          onLoad={({ currentTarget }) => setBody(currentTarget.contentDocument?.body)}
        />
      )}
      {body &&
        createPortal(
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a short cut; the list of blocks is the way for keys
          <main id="main" className={cx(frame.main, styles.page)} onClickCapture={(event) => press(event, choose)}>
            <Blocks page={page} shops={shops} isEdited />
          </main>,
          body,
        )}
    </div>
  );
}

/** A press chooses the block; links and buttons of the page do nothing here. */
function press(event: MouseEvent<HTMLElement>, choose: (block: string) => void): void {
  const target = event.target as Element; // what was pressed is an element, of the window's own document
  if (target.closest('a, button')) {
    event.preventDefault();
    event.stopPropagation();
  }
  const block = target.closest<HTMLElement>('[data-block]')?.dataset['block'];
  if (block !== undefined) choose(block);
}

/** Marks the chosen block and scrolls it into view. */
function useChosen(body: HTMLElement | undefined, chosen: string): void {
  useEffect(() => {
    const block = body?.querySelector(`[data-block="${CSS.escape(chosen)}"]`);
    const element = block?.firstElementChild;
    if (!element) return;
    block.setAttribute('data-chosen', '');
    const { top, bottom } = element.getBoundingClientRect();
    const height = element.ownerDocument.defaultView?.innerHeight ?? 0;
    if (top < 0 || bottom > height) element.scrollIntoView({ block: bottom - top > height ? 'start' : 'nearest' });
    return () => block.removeAttribute('data-chosen');
  }, [body, chosen]);
}

/** The iframe gets the styles of this document, including those that are loaded later, and its colours. */
function useStyles(body: HTMLElement | undefined): void {
  useEffect(() => {
    if (!body) return;
    const { head, documentElement } = body.ownerDocument;
    const copied = new Map<Element, Element>();
    const copy = (): void => {
      for (const style of document.head.querySelectorAll('style, link[rel=stylesheet]')) {
        if (copied.has(style)) continue;
        const own = body.ownerDocument.importNode(style, true);
        if (style instanceof HTMLStyleElement) own.setAttribute('nonce', style.nonce);
        copied.set(style, own);
        head.append(own);
      }
      for (const [style, own] of copied)
        if (!style.isConnected) {
          own.remove();
          copied.delete(style);
        }
    };
    const colours = (): void => {
      const theme = document.documentElement.getAttribute('data-theme');
      if (theme === null) documentElement.removeAttribute('data-theme');
      else documentElement.setAttribute('data-theme', theme);
    };
    copy();
    colours();
    const styles = new MutationObserver(copy);
    styles.observe(document.head, { childList: true });
    const theme = new MutationObserver(colours);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      styles.disconnect();
      theme.disconnect();
    };
  }, [body]);
}
