import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { type BrandFields, brandLabels, type PictureField } from './brand-form.ts';
import styles from './pictures-card.module.css';
import { Card } from './settings-card.tsx';

const pictures: readonly { field: PictureField; hint: string; isOnInk?: boolean; withoutIt: string }[] = [
  {
    field: 'logo',
    hint: 'In the head and foot of every page, in documents and e-mails. An SVG or PNG, wider than high.',
    withoutIt: 'Your name',
  },
  {
    field: 'logoOnDark',
    hint: 'For dark screens and dark bands, if the logo cannot be read there.',
    isOnInk: true,
    withoutIt: 'The logo',
  },
  {
    field: 'icon',
    hint: 'A square SVG or PNG for browser tabs and phones, and beside your name where there is no logo.',
    withoutIt: 'Your name alone; your first letter in browser tabs',
  },
  {
    field: 'share',
    hint: 'What other sites show with a link to yours. 1200 by 630 pixels.',
    withoutIt: 'Your logo, or your icon and name on your ink colour',
  },
];

const mostBytes = 2 * 1024 * 1024;

/** The brand's pictures, each with what is shown without it. */
export function PicturesCard({ brand }: { brand: BrandFields }) {
  return (
    <Card id="pictures" title="Pictures" about="Each is optional: what is missing is drawn from your name and colours.">
      <div className={styles.pictures}>
        {pictures.map((picture) => (
          <Picture key={picture.field} {...picture} brand={brand} />
        ))}
      </div>
    </Card>
  );
}

const isColour = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value.trim());

type PictureProps = (typeof pictures)[number] & { brand: BrandFields };

function Picture({ field, hint, isOnInk = false, withoutIt, brand: { form, values, errorOf } }: PictureProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const value = values[field];
  const shown = value ?? (isOnInk ? values.logo : null);
  const set = (next: string | null) => form.setValue(field, next, { shouldDirty: true, shouldValidate: true });
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? [];
    target.value = ''; // so that the same file can be chosen again
    if (!file) return;
    if (file.size > mostBytes) return setFault('A picture must be at most 2 MB.');
    setFault(undefined);
    set(await dataUrlOf(file));
  };
  return (
    <Field id={field} label={brandLabels[field]} hint={hint} error={fault ?? errorOf(field)}>
      {(control) => (
        <div className={styles.picture}>
          <div
            className={isOnInk ? styles.onInk : styles.frame}
            style={isOnInk && isColour(values.ink) ? { background: values.ink } : undefined}
          >
            {shown ? <img src={shown} alt={value ? brandLabels[field] : withoutIt} /> : <span>{withoutIt}</span>}
          </div>
          <input
            {...control}
            ref={input}
            type="file"
            accept=".svg,.png,image/svg+xml,image/png"
            className={styles.file}
            onChange={(event) => void choose(event)}
          />
          <Button size="small" look="quiet" onClick={() => input.current?.click()} tabIndex={-1} aria-hidden="true">
            {value ? 'Replace' : 'Choose a file'}
          </Button>
          {value && (
            <Button size="small" look="quiet" onClick={() => set(null)} aria-label={`Remove: ${brandLabels[field]}`}>
              Remove
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
