import { useEffect, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { Button } from '#ui/button/button.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { iconButton } from '#ui/button/icon-button.tsx';
import { PlusIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { registerField } from '#ui/register-field.ts';
import { mostFacts } from '#catalogue/products/facts-and-complements.ts';
import styles from './facts-field.module.css';
import type { DetailsForm } from './use-details-form.ts';

export function FactsField({ details: { form } }: { details: DetailsForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'facts' });
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useRef<number>(undefined);
  useEffect(() => {
    // Focuses a new row; after a removal, the next row, or else the button that adds rows.
    if (focusNext.current === undefined) return;
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row] input:first-of-type') ?? [];
    const next =
      rows[Math.min(focusNext.current, rows.length - 1)] ?? list.current?.querySelector<HTMLElement>('button');
    next?.focus();
    focusNext.current = undefined;
  }, [fields.length]);
  const errors = form.formState.errors.facts;
  return (
    <fieldset id="facts" className={styles.facts}>
      <legend>
        Facts <span>optional</span>
      </legend>
      <p className={styles.hint}>A short table on the product’s page, such as dilution, pH or country of origin.</p>
      <div ref={list} className={styles.rows}>
        {fields.map((field, place) => (
          <div key={field.id} className={styles.row} data-row>
            <input
              aria-label={`Name of fact ${place + 1}`}
              placeholder="Dilution"
              aria-invalid={errors?.[place]?.name ? true : undefined}
              {...registerField(form, `facts.${place}.name`)}
            />
            <input
              aria-label={`Value of fact ${place + 1}`}
              placeholder="1:100 mop, 1:200 scrubber"
              aria-invalid={errors?.[place]?.value ? true : undefined}
              {...registerField(form, `facts.${place}.value`)}
            />
            <button
              type="button"
              className={iconButton}
              aria-label={`Remove fact ${place + 1}`}
              onClick={() => {
                focusNext.current = place;
                remove(place);
              }}
            >
              <TrashIcon />
            </button>
            <FieldError id={`facts-${place}-error`}>
              {errors?.[place]?.name?.message ?? errors?.[place]?.value?.message}
            </FieldError>
          </div>
        ))}
        {fields.length < mostFacts && (
          <Button
            look="quiet"
            size="small"
            className={styles.add}
            onClick={() => {
              focusNext.current = fields.length;
              append({ name: '', value: '' }, { shouldFocus: false });
            }}
          >
            <PlusIcon />
            Add a fact
          </Button>
        )}
      </div>
    </fieldset>
  );
}
