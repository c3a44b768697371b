import { Controller } from 'react-hook-form';
import { ChipsField } from '#ui/form/chips-field.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { registerField } from '#ui/register-field.ts';
import { Card } from './settings-card.tsx';
import { type BrandFields, brandLabels } from './brand-form.ts';

const lists = [
  {
    field: 'areas',
    hint: 'Shown in the foot of every page, up to 8. Enter adds one.',
    placeholder: 'Sydney, from the CBD to Penrith',
  },
  {
    field: 'links',
    hint: 'Your pages at other sites, up to 6. Linked in the foot of every page. Enter adds one.',
    placeholder: 'https://',
  },
] as const;

type WordField = 'tagline' | 'about' | 'acknowledgement' | 'hours' | 'areas' | 'links' | 'legalName';

const texts: readonly { field: Exclude<WordField, 'areas' | 'links'>; hint?: string; isLong?: true }[] = [
  { field: 'tagline', hint: 'What you do, in a few words. Shown when somebody shares your site.' },
  { field: 'about', isLong: true, hint: 'A sentence or two in the foot of every page.' },
  { field: 'acknowledgement', isLong: true },
  { field: 'hours', hint: 'When the office and pick-up counter are open, e.g. Monday to Friday, 7 am to 6 pm.' },
];

interface WordsCardProps {
  brand: BrandFields;
  /** The fields to show; all by default. */
  only?: readonly WordField[];
  title?: string;
  about?: string;
}

/** What the company says of itself on every page, or a part of it. */
export function WordsCard({
  brand: { form, errorOf },
  only,
  title = 'Words',
  about = 'Shown on every page. Name, address and phones are in Settings.',
}: WordsCardProps) {
  const isShown = ({ field }: { field: WordField }): boolean => only?.includes(field) ?? true;
  const text = (field: Exclude<WordField, 'areas' | 'links'>) => ({
    ...registerField(form, field),
    id: field,
    label: brandLabels[field],
    isOptional: true,
    error: errorOf(field),
    autoComplete: 'off',
  });
  return (
    <Card id="words" title={title} about={about}>
      {texts
        .filter(isShown)
        .map(({ field, isLong, hint }) =>
          isLong ? (
            <TextArea key={field} {...text(field)} rows={2} hint={hint} />
          ) : (
            <TextField key={field} {...text(field)} hint={hint} />
          ),
        )}
      {lists.filter(isShown).map(({ field, hint, placeholder }) => (
        <Controller
          key={field}
          name={field}
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <ChipsField
              id={field}
              label={brandLabels[field]}
              isOptional
              hint={hint}
              placeholder={value.length === 0 ? placeholder : 'Add another'}
              error={errorOf(field)}
              chips={value.map((entry) => ({ key: entry, label: entry }))}
              onAdd={(entry) => onChange([...value, entry])}
              onRemove={(entry) => onChange(value.filter((one) => one !== entry))}
            />
          )}
        />
      ))}
      {isShown({ field: 'legalName' }) && (
        <TextField
          {...text('legalName')}
          hint="Your registered name, if you trade under another. Shown in the footer and, with the ABN, on documents."
        />
      )}
    </Card>
  );
}
