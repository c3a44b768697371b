import { useState } from 'react';
import { addToCart, type CartLine } from '#cart/browser-cart.ts';
import { formatPhone, telephoneLink } from '#lib/company.ts';
import { cents, formatDollars, gstIn, minus, toDollars } from '#lib/money.ts';
import { usePublicSettings } from '#settings/use-settings.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { CartIcon, FileIcon, TruckIcon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { notify, notifyProblem } from '#ui/notify.tsx';
import { Quantity } from '#ui/quantity.tsx';
import styles from './buy-box.module.css';
import { chosenItem, priceRange, type Selection, type VariationItem, type Variations } from './narrowing.ts';
import { addFailed, inCart } from './sentences.ts';
import { VariationPickers } from './variation-pickers.tsx';

export interface BoxProduct extends Variations {
  id: string;
  url: string;
  productCode: string;
  productName: string;
  shortDescription: string;
  price: number;
  hasVariants: boolean;
  isOutOfStock: boolean;
  primaryImage: string;
}

/** Name, price, choices and the button: what stays in view while one reads. */
export function BuyBox({ product }: { product: BoxProduct }) {
  const [selection, setSelection] = useState<Selection>({});
  const [quantity, setQuantity] = useState(1);
  const [isAsked, setAsked] = useState(false);
  const item = product.hasVariants ? chosenItem(product, selection) : undefined;
  const add = (): void => {
    setAsked(true);
    if (product.hasVariants && !item) return;
    try {
      addToCart(lineOf(product, item, quantity));
      notify(inCart);
      setAsked(false);
    } catch {
      notifyProblem(addFailed);
    }
  };
  return (
    <section className={styles.buy} aria-label="Buy">
      <div className={styles.name}>
        <p className={styles.code}>
          <span>{item?.productCode ?? product.productCode}</span>
          {product.isOutOfStock ? <Badge>Out of Stock</Badge> : <Badge tone="success">In stock</Badge>}
        </p>
        <h1>{product.productName}</h1>
        {product.shortDescription && <p className={styles.short}>{product.shortDescription}</p>}
      </div>
      <BoxPrice product={product} item={item} selection={selection} />
      {product.hasVariants && (
        <VariationPickers product={product} selection={selection} onChange={setSelection} isAsked={isAsked} />
      )}
      {!product.isOutOfStock && (
        <div className={styles.add}>
          <Quantity label="Quantity" size="large" value={quantity} onChange={setQuantity} waitMs={0} />
          <Button size="large" onClick={add}>
            <CartIcon />
            Add to cart
          </Button>
        </div>
      )}
      {product.isOutOfStock && <WhenBack />}
      <noscript>
        <Note>To buy, please switch JavaScript on: the cart is kept in your browser.</Note>
      </noscript>
      <Assurances />
    </section>
  );
}

/** What is left to do about a product that is not there. */
function WhenBack() {
  const phone = usePublicSettings()?.company.officePhone;
  return (
    <Note>
      None on the shelf right now.
      {phone && (
        <>
          {' '}
          Call <a href={telephoneLink(phone)}>{formatPhone(phone)}</a> and we say when it is back, or what does the same
          job.
        </>
      )}
    </Note>
  );
}

function lineOf(product: BoxProduct, item: VariationItem | undefined, qty: number): CartLine {
  return {
    id: product.id,
    variationItemId: item?.id ?? null,
    productName: product.productName,
    productCode: item?.productCode ?? product.productCode,
    qty,
    image: product.primaryImage,
    price: item?.price ?? product.price,
    url: product.url,
    isVariant: item !== undefined,
    variations: item
      ? product.variations.map(({ id, fieldText }) => ({ id, fieldText, selected: item.variationValues[id] ?? '' }))
      : [],
  };
}

interface BoxPriceProps {
  product: BoxProduct;
  item: VariationItem | undefined;
  selection: Selection;
}

/** The price of what is chosen; while several are possible, the lowest of them. */
function BoxPrice({ product, item, selection }: BoxPriceProps) {
  const range = product.hasVariants && !item ? priceRange(product, selection) : undefined;
  const price = item?.price ?? range?.lowest ?? product.price;
  const isFrom = range !== undefined && range.highest > range.lowest;
  const whole = cents(Math.round(price * 100));
  return (
    <p className={styles.price} aria-live="polite">
      <strong>
        {isFrom && <small>from </small>}
        {formatDollars(price)}
      </strong>
      <span>incl. GST ({formatDollars(toDollars(minus(whole, gstIn(whole))))} excl.)</span>
    </p>
  );
}

function Assurances() {
  const delivery = usePublicSettings()?.delivery;
  const dollars = (amount: number) => formatDollars(amount).replace(/\.00$/, '');
  const free = delivery?.freeFrom != null ? `, free from ${dollars(delivery.freeFrom)}` : '';
  return (
    <ul className={styles.promise}>
      {delivery && (
        <li>
          <TruckIcon />
          <p>
            <strong>{`Delivery ${formatDollars(delivery.fee)}${free}`}</strong>
            Metro Sydney, Newcastle and Wollongong next working day, elsewhere in 2 to 5. Pick-up is free.
          </p>
        </li>
      )}
      <li>
        <FileIcon />
        <p>
          <strong>Tax invoice with every order</strong>
          All prices include 10% GST.
        </p>
      </li>
    </ul>
  );
}
