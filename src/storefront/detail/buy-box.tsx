import type { Ref } from 'react';
import { asSentence } from '#lib/text/as-sentence.ts';
import { cents, formatDollars, gstIn, minus, toDollars } from '#lib/money.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { CartIcon, FileIcon, TruckIcon } from '#ui/icons/icons.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { QuantityField } from '#ui/form/quantity-field.tsx';
import styles from './buy-box.module.css';
import { priceRange, choose, optionsOf, type Selection, type Variations } from './available-options.ts';
import type { Choice, ChosenProduct } from './use-item-choice.ts';
import { inCartons, lowestOf, priceFor } from '#trade/prices/use-site-prices.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { priceNote, SitePrices } from './site-terms.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { missing } from '../list/sentences.ts';

export interface BuyProps {
  product: ChosenProduct & { shortDescription: string };
  choice: Choice;
}

/** Name, price, options and the button, which stay in view. `buttons` is the element that the buy bar observes. */
export function BuyBox({ product, choice, buttons }: BuyProps & { buttons: Ref<HTMLDivElement> }) {
  const { item, selection, quantity } = choice;
  return (
    <section className={styles.buy} aria-label="Buy" id="buy">
      <div className={styles.name}>
        <p className={styles.code}>
          <span>{item?.productCode ?? product.productCode}</span>
          <StockBadge isOut={product.isOutOfStock} left={choice.left} />
        </p>
        <h1>{product.productName}</h1>
        {product.shortDescription && <p className={styles.short}>{product.shortDescription}</p>}
      </div>
      <BoxPrice product={product} choice={choice} />
      {product.hasVariants && (
        <VariationPickers
          product={product}
          selection={selection}
          onChange={choice.select}
          isSubmitted={choice.isSubmitted}
        />
      )}
      {!product.isOutOfStock && (
        <div className={styles.add} ref={buttons}>
          <QuantityField label="Quantity" size="large" value={quantity} onChange={choice.setQuantity} waitMs={0} />
          <Button size="large" onClick={choice.add}>
            <CartIcon />
            Add to cart
          </Button>
        </div>
      )}
      {product.isOutOfStock && <WhenBack />}
      <noscript>
        <Note>The cart needs JavaScript. Please switch it on to buy.</Note>
      </noscript>
      <Assurances />
    </section>
  );
}

/** Availability, with the number left if stock is low. */
export function StockBadge({ isOut, left }: { isOut: boolean; left: number | undefined }) {
  if (isOut) return <Badge>Out of Stock</Badge>;
  return left === undefined ? <Badge tone="success">In stock</Badge> : <Badge tone="warning">Only {left} left</Badge>;
}

function WhenBack() {
  const phone = usePublicSettings()?.company.officePhone;
  return (
    <Note>
      Currently out of stock.
      {phone && (
        <>
          {' '}
          Call <PhoneLink phone={phone} /> and we will tell you when it is back, or suggest something similar.
        </>
      )}
    </Note>
  );
}

interface ShownPrice {
  price: number;
  isFrom: boolean;
  /** What everybody pays, if the reader's site pays less. */
  before?: number;
}

/**
 * The price of the selected item, or the lowest of the items that the selection so far allows. For a site it is the price at the chosen
 * quantity, and until an item is selected the lowest of the product.
 */
export function priceShown(product: ChosenProduct, choice: Choice): ShownPrice {
  const { item, selection, own, prices, quantity } = choice;
  const lowest = product.hasVariants && !item ? lowestOf(prices, product.id) : undefined;
  if (own) return withBefore({ price: priceFor(own, inCartons(own, quantity)), isFrom: false }, own.basePrice);
  if (lowest) return withBefore({ price: lowest.own.price, isFrom: lowest.isFrom }, lowest.own.basePrice);
  const range = product.hasVariants && !item ? priceRange(product, selection) : undefined;
  return {
    price: item?.price ?? range?.lowest ?? product.price,
    isFrom: range !== undefined && range.highest > range.lowest,
  };
}

const withBefore = (shown: ShownPrice, before: number): ShownPrice =>
  before > shown.price ? { ...shown, before } : shown;

function BoxPrice({ product, choice }: BuyProps) {
  const { price, isFrom, before } = priceShown(product, choice);
  const { own, prices, quantity } = choice;
  const whole = cents(Math.round(price * 100));
  return (
    <div className={styles.priced}>
      {prices && <p className={styles.note}>{own ? priceNote(own, quantity) : 'Your prices'}</p>}
      <p className={styles.price} aria-live="polite">
        <strong>
          {isFrom && <small>from </small>}
          {formatDollars(price)}
        </strong>
        {before !== undefined && (
          <s>
            <Hidden>instead of </Hidden>
            {formatDollars(before)}
          </s>
        )}
        <span>incl. GST ({formatDollars(toDollars(minus(whole, gstIn(whole))))} excl.)</span>
      </p>
      {own && <SitePrices own={own} quantity={quantity} />}
      {prices && !own && <p className={styles.note}>Choose the options to see your prices by quantity.</p>}
    </div>
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
            {asSentence(delivery.times)} Pick-up is free.
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

interface VariationPickersProps {
  product: Variations;
  selection: Selection;
  onChange: (selection: Selection) => void;
  /** Whether "Add to cart" was pressed; then variations without a selection show an error. */
  isSubmitted: boolean;
}

/** A row of buttons for each variation. The first row also has the button "Clear". */
function VariationPickers({ product, selection, onChange, isSubmitted }: VariationPickersProps) {
  const clear = Object.keys(selection).length > 0 && (
    <Button look="plain" size="small" onClick={() => onChange({})}>
      Clear
    </Button>
  );
  return (
    <div className={styles.pickers} id="options">
      {product.variations.map(({ id, fieldText }, index) => (
        <OptionButtons
          key={id}
          legend={fieldText}
          options={optionsOf(product, selection, index).map(({ value, isAvailable }) => ({
            value,
            label: value,
            isUnavailable: !isAvailable,
          }))}
          value={selection[id] ?? ''}
          onChange={(value) => onChange(choose(product, selection, [id, value]))}
          aside={index === 0 && clear}
          error={isSubmitted && selection[id] === undefined ? missing : undefined}
        />
      ))}
    </div>
  );
}
