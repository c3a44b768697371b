import { PreviousNextRecord } from '#ui/table/previous-next-record.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { iconButton } from '#ui/button/icon-button.tsx';
import { TrashIcon, TruckIcon } from '#ui/icons/icons.tsx';
import { PopupMenu } from '#ui/overlay/popup-menu.tsx';
import { DotsIcon, ExternalIcon } from '#ui/icons/back-office-icons.tsx';
import { OnlineBadge } from '../list/online-badge.tsx';
import { sizedPicture } from '#lib/picture-path.ts';
import { tileClass } from '../pictures/picture.tsx';
import styles from './product-head.module.css';
import type { Item, Product } from './product-types.ts';

interface ProductHeadProps {
  product: Product;
  items: readonly Item[];
  mayOrder: boolean;
  onDelete: () => void;
}

export function ProductHead({ product, items, mayOrder, onDelete }: ProductHeadProps) {
  const { id, productName, productUrl, isActive, isShown, isArchived, stockOnHand, productSupplier, images } = product;
  const [primary] = images;
  const facts = [
    items.length > 0 && `${items.length} variation ${items.length === 1 ? 'item' : 'items'}`,
    `${stockOnHand.toLocaleString('en-AU')} on hand`,
    productSupplier && `from ${productSupplier.name}`,
  ].filter(Boolean);
  return (
    <div className={styles.head}>
      {primary && (
        <span className={tileClass(productUrl)}>
          <img src={sizedPicture(primary.data, 160)} alt="" width={52} height={52} />
        </span>
      )}
      <PageHead
        title={productName}
        badge={<OnlineBadge {...{ isActive, isShown, isArchived }} />}
        actions={
          <>
            <PreviousNextRecord list="products" id={id} thing="product" />
            {mayOrder && productSupplier && !isArchived && (
              <LinkButton look="quiet" size="small" to={`/admin/reorder/?supplier=${productSupplier.id}&product=${id}`}>
                <TruckIcon />
                Order from supplier
              </LinkButton>
            )}
            {isShown && (
              <LinkButton look="quiet" size="small" to={`/shopping/product-detail/${productUrl}`} target="_blank">
                <ExternalIcon />
                View in shop
              </LinkButton>
            )}
            {!isArchived && (
              <PopupMenu
                button={<DotsIcon />}
                buttonClassName={iconButton}
                label="More actions"
                entries={[{ label: 'Delete product', icon: <TrashIcon />, isDangerous: true, onSelect: onDelete }]}
              />
            )}
          </>
        }
      >
        {facts.join(', ')}
        {isActive && !isShown && !isArchived && '. Shoppers see it once it has a price and an image.'}
      </PageHead>
    </div>
  );
}
