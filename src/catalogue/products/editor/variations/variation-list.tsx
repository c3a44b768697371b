import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { ChipsField } from '#ui/form/chips-field.tsx';
import { TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { PlusIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { mostVariations } from '#catalogue/products/contract.ts';
import { type Variation, type Variations, withOption, withoutOption, withVariation } from './use-variations.ts';
import styles from './variations-tab.module.css';

export function VariationList({ state, showsAll }: { state: Variations; showsAll: boolean }) {
  const { variations, setVariations } = state;
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLElement>(null);
  const count = useRef(variations.length);
  useEffect(() => {
    // Focuses the options of a new variation; after a removal, the button that adds variations.
    const [before, now] = [count.current, variations.length];
    count.current = now;
    if (isAdding || before === now) return;
    const inputs = list.current?.querySelectorAll('input') ?? [];
    const addButton = list.current?.querySelector<HTMLElement>('header button');
    (now > before ? inputs[inputs.length - 1] : addButton)?.focus();
  }, [variations.length, isAdding]);
  return (
    <section ref={list} className={styles.panel} aria-label="Variations">
      <header>
        <h2>Variations</h2>
        {variations.length < mostVariations && !isAdding && (
          <Button look="quiet" size="small" onClick={() => setAdding(true)}>
            <PlusIcon />
            Add a variation
          </Button>
        )}
      </header>
      {variations.length === 0 && !isAdding && (
        <p className={styles.none}>
          This product has one code and one price. To sell it in several sizes or colours, add a variation.
        </p>
      )}
      {variations.map((variation) => (
        <VariationOptions key={variation.id} {...{ variation, variations, setVariations, showsAll }} />
      ))}
      {isAdding && (
        <NewVariation add={(name) => setVariations(withVariation(variations, name))} close={() => setAdding(false)} />
      )}
    </section>
  );
}

interface VariationOptionsProps extends Pick<Variations, 'variations' | 'setVariations'> {
  variation: Variation;
  showsAll: boolean;
}

function VariationOptions({ variation, variations, setVariations, showsAll }: VariationOptionsProps) {
  const { id, name, options } = variation;
  return (
    <div className={styles.axis}>
      <ChipsField
        label={name}
        placeholder="Type and press Enter"
        error={showsAll && options.length === 0 ? 'Options are required.' : undefined}
        chips={options.map(({ value, label }) => ({ key: value, label }))}
        onAdd={(label) => setVariations(withOption(variations, id, label.slice(0, 50)))}
        onRemove={(value) => setVariations(withoutOption(variations, id, value))}
      />
      <IconButton label={`Remove ${name}`} onClick={() => setVariations(variations.filter((one) => one.id !== id))}>
        <TrashIcon />
      </IconButton>
    </div>
  );
}

function NewVariation({ add, close }: { add: (name: string) => void; close: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const submit = (): void => {
    const { length } = [...name.trim()];
    if (length === 0) return setError('Name is required.');
    if (length < 2) return setError('Name is too short.');
    if (length > 50) return setError('Name is too long.');
    add(name);
    close();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') submit();
    if (event.key === 'Escape') close();
  };
  return (
    <div className={styles.adding}>
      <TextField
        label="Variation name"
        placeholder="Size"
        autoFocus
        autoComplete="off"
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={press}
      />
      <Button size="small" onClick={submit}>
        Add
      </Button>
      <Button look="quiet" size="small" onClick={close}>
        Cancel
      </Button>
    </div>
  );
}
