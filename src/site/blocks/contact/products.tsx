import { LinkButton } from '#ui/button/button.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, SectionHead } from '../frame/section.tsx';
import styles from './products.module.css';
import { type ShopCard, ShopCards } from './shop-cards.tsx';

interface ProductsProps {
  block: ShownBlockOf<'products'>;
  /** The categories of the shop, or the products of one category. */
  shop?: readonly ShopCard[] | undefined;
}

/** What the shop sells; empty while it sells nothing. */
export function ProductsView({ block, shop = [] }: ProductsProps) {
  if (shop.length === 0) return null;
  return (
    <Section block={block} isTitled={block.title !== ''}>
      <SectionHead block={block} className={styles.head}>
        {block.link && (
          <LinkButton look={block.link.isQuiet ? 'quiet' : 'primary'} to={block.link.to} prefetch="intent">
            {block.link.label}
          </LinkButton>
        )}
      </SectionHead>
      <ShopCards cards={shop} />
    </Section>
  );
}
