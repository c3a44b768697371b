import { useEffect, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { type Chip, ChipsField } from '#ui/form/chips-field.tsx';
import { cx } from '#ui/classes.ts';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from './promo-products.module.css';

interface CategoryFilterProps {
  choices: readonly Chip[];
  chosen: readonly string[];
  onFilter: (keys: readonly string[]) => void;
}

/** Filters the products by categories (specification of the shop, section 2, "Manage Promo Products"). */
export function CategoryFilter({ choices, chosen, onFilter }: CategoryFilterProps) {
  const [picked, setPicked] = useState(chosen);
  const shown = chosen.join();
  useEffect(() => setPicked(shown === '' ? [] : shown.split(',')), [shown]);
  return (
    <form
      method="dialog"
      className={cx(panel.controls, styles.filter)}
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(picked);
      }}
    >
      <ChipsField
        label="Categories"
        isOptional
        hint="Includes their sub-categories. Leave empty for all products."
        placeholder={picked.length === 0 ? 'Choose categories' : ''}
        choices={choices}
        chips={choices.filter(({ key }) => picked.includes(key))}
        onAdd={(key) => setPicked([...picked, key])}
        onRemove={(key) => setPicked(picked.filter((one) => one !== key))}
      />
      <Button type="submit" look="quiet" size="small">
        Filter
      </Button>
    </form>
  );
}
