import { useEffect, useState } from 'react';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { productDetails } from '../contract.ts';
import { addToCart, type CartLine } from '../cart/browser-cart.ts';
import { Button } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { CheckIcon, PlusIcon } from '#ui/icons/icons.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { inCartons, type OwnPrice } from '#trade/prices/use-site-prices.ts';
import { addFailed, inCart } from './sentences.ts';

export type CardProduct = Omit<ReplyOf<typeof productDetails>['related'][number], 'imageName'>;

const lineOf = (product: CardProduct, own: OwnPrice | undefined): CartLine => ({
  id: product.id,
  variationItemId: null,
  productName: product.productName,
  productCode: product.productCode,
  qty: inCartons(own, 1),
  image: product.primaryImage,
  price: own?.price ?? product.price,
  url: product.url,
  isVariant: false,
  variations: [],
});

/** Adds a line and confirms it, or says that it could not be added. */
export function putInCart(line: CartLine): boolean {
  try {
    addToCart(line);
    notify(inCart);
    return true;
  } catch {
    notifyProblem(addFailed);
    return false;
  }
}

interface AddButtonProps {
  product: CardProduct;
  /** What the reader's site pays. */
  own?: OwnPrice | undefined;
  className?: string | undefined;
}

export function AddButton({ product, own, className }: AddButtonProps) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setCount(0), 1_800);
    return () => clearTimeout(timer);
  }, [count]);
  const add = () => {
    if (putInCart(lineOf(product, own))) setCount(count + 1);
  };
  return (
    <Button look="soft" size="small" className={className} onClick={add}>
      {count > 0 ? <CheckIcon /> : <PlusIcon />}
      {count > 0 ? 'Added' : own && own.multiple > 1 ? `Add ${own.multiple}` : 'Add'}
      <Hidden> {product.productName} to cart</Hidden>
    </Button>
  );
}
