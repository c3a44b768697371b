import { LinkButton } from '#ui/button/button.tsx';
import { ProductCards } from '#storefront/list/product-card.tsx';
import type { CardProduct } from '#storefront/list/add-to-cart-button.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, SectionHead } from '../frame/section.tsx';
import styles from './products.module.css';
import { ShopCategories, type ShownCategory } from './shop-categories.tsx';

/** What the shop has for a block: the categories, or products of one. */
export interface ShopContent {
  categories: readonly ShownCategory[];
  products: readonly CardProduct[];
}

interface ProductsProps {
  block: ShownBlockOf<'products'>;
  shop?: ShopContent | undefined;
}

/** The categories of the shop, or products of one; nothing while the shop has none. */
export function ProductsView({ block, shop }: ProductsProps) {
  const { categories = [], products = [] } = shop ?? {};
  if (categories.length === 0 && products.length === 0) return null;
  return (
    <Section block={block} isTitled={block.title !== ''}>
      <SectionHead block={block} className={styles.head}>
        {block.link && (
          <LinkButton look={block.link.isQuiet ? 'quiet' : 'primary'} to={block.link.to} prefetch="intent">
            {block.link.label}
          </LinkButton>
        )}
      </SectionHead>
      {categories.length > 0 && <ShopCategories categories={categories} />}
      {products.length > 0 && <ProductCards products={products} eager={0} headingLevel={3} />}
    </Section>
  );
}
