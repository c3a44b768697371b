import { type FormEvent, useState } from 'react';
import { ChipButton } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { TagIcon } from '#ui/icons/icons.tsx';
import type { Cart } from '../use-cart.ts';
import styles from './promo-box.module.css';

/** The field for a promo code. It is emptied once the code is applied; an invalid code stays, with the reason. */
export function PromoBox({ cart }: { cart: Cart }) {
  const [typed, setTyped] = useState('');
  const code = typed.trim();
  const [tried, setTried] = useState('');
  const isSame = (other: string | undefined): boolean => code !== '' && code.toLowerCase() === other?.toLowerCase();
  const fault = !cart.isSyncing && isSame(cart.promoFault?.code) ? cart.promoFault?.reason : undefined;
  if (isSame(tried) && isSame(cart.promo) && cart.priced?.promoApplied && !cart.isSyncing) {
    setTyped('');
    setTried('');
  }
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    if (code === '') return;
    cart.applyPromo(code);
    setTried(code);
  };
  return (
    <div className={styles.promo}>
      <form method="dialog" onSubmit={apply}>
        <TextField
          label="Promo code"
          name="promoCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={150}
          placeholder="Enter a code"
          value={typed}
          error={fault}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" look="quiet" disabled={code === ''}>
          Apply
        </Button>
      </form>
      {cart.promo !== '' && (
        <div>
          <ChipButton
            isGood={cart.priced?.promoApplied === true}
            label={`Remove promo code ${cart.promo}`}
            onPress={cart.dropPromo}
          >
            <TagIcon />
            {cart.promo.toUpperCase()}
            {cart.priced && !cart.priced.promoApplied && !cart.isSyncing && ', not applied yet'}
          </ChipButton>
        </div>
      )}
    </div>
  );
}
