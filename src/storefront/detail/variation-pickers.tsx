import { Button } from '#ui/button/button.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { choose, optionsOf, type Selection, type Variations } from '../list/narrowing.ts';
import styles from './buy-box.module.css';
import { missing } from '../list/sentences.ts';

interface VariationPickersProps {
  product: Variations;
  selection: Selection;
  onChange: (selection: Selection) => void;
  /** Add to cart was pressed: variations without a selection show an error. */
  isSubmitted: boolean;
}

/** A row of buttons for each variation; the first also has the clear button. */
export function VariationPickers({ product, selection, onChange, isSubmitted }: VariationPickersProps) {
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
