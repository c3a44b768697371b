import { Controller } from 'react-hook-form';
import { ChipsField } from '#ui/form/chips-field.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { registerField } from '#ui/register-field.ts';
import { Card } from './settings-card.tsx';
import { type BrandForm, brandLabels } from './brand-form.ts';

const lists = [
  { field: 'areas', hint: 'Shown in the foot of every page, up to 8.', placeholder: 'Sydney, from the CBD to Penrith' },
  { field: 'links', hint: 'Your pages at other sites, up to 6. Search engines read them.', placeholder: 'https://' },
] as const;

/** What the company says of itself on every page. */
export function WordsCard({ brand: { form, errorOf } }: { brand: BrandForm }) {
  const text = (field: 'tagline' | 'about' | 'acknowledgement' | 'hours' | 'legalName') => ({
    ...registerField(form, field),
    id: field,
    label: brandLabels[field],
    isOptional: true,
    error: errorOf(field),
    autoComplete: 'off',
  });
  return (
    <Card id="words" title="Words" about="Shown on every page. Name, address and phones are in Settings.">
      <TextField {...text('tagline')} hint="What you do, in a few words. Shown when somebody shares your site." />
      <TextArea {...text('about')} rows={2} hint="A sentence or two in the foot of every page." />
      <TextArea {...text('acknowledgement')} rows={2} />
      <TextField {...text('hours')} hint="Of the office and the pick-up counter: Monday to Friday, 7 am to 6 pm." />
      {lists.map(({ field, hint, placeholder }) => (
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
      <TextField
        {...text('legalName')}
        hint="The registered name, if it is not the company’s name. Stands in the foot of pages and, with the ABN, on documents."
      />
    </Card>
  );
}
