import { Picture, tileClass } from '#catalogue/products/pictures/picture.tsx';
import type { CartLine } from './browser-cart.ts';

/** The picture of a cart line on its coloured square; `sizes` is the displayed width. */
export function LinePicture({ line, sizes }: { line: Pick<CartLine, 'image' | 'url'>; sizes: string }) {
  return (
    <span className={tileClass(line.url)}>
      <Picture image={line.image} alt="" sizes={sizes} isSmall isEager />
    </span>
  );
}
