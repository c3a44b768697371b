import { Controller } from 'react-hook-form';
import { type FontPair, fontPairs } from '#lib/font-pairs.ts';
import { useCompanyName } from '#lib/api/root-data.ts';
import { FieldError } from '#ui/form/field.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { type BrandFields, brandLabels } from './brand-form.ts';
import styles from './fonts-card.module.css';
import { Card } from './settings-card.tsx';

const pairs: Record<FontPair, { name: string; families: string }> = {
  friendly: { name: 'Friendly', families: 'Bricolage Grotesque and Figtree' },
  plain: { name: 'Plain', families: 'Public Sans' },
  rounded: { name: 'Rounded', families: 'Nunito' },
  classic: { name: 'Classic', families: 'Source Serif and Source Sans' },
};

/** The pairs of fonts, each shown in its own fonts by the style sheet `/brand/fonts.css`. */
export function FontsCard({ brand: { form, errorOf }, companyName }: { brand: BrandFields; companyName?: string }) {
  const storedName = useCompanyName();
  const name = companyName ?? storedName;
  const error = errorOf('fonts');
  return (
    <Card
      id="type"
      title="Fonts"
      about="For headings and text, on every page and in documents. They come with the program."
    >
      <Controller
        name="fonts"
        control={form.control}
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <fieldset id="fonts" className={styles.pairs} aria-describedby={error ? 'fonts-error' : undefined}>
            <legend>
              <Hidden>{brandLabels.fonts}</Hidden>
            </legend>
            {fontPairs.map((pair, place) => (
              <label key={pair} className={styles.pair}>
                <input
                  ref={place === 0 ? ref : undefined}
                  type="radio"
                  name="fonts"
                  value={pair}
                  checked={value === pair}
                  onChange={() => onChange(pair)}
                  onBlur={onBlur}
                  aria-label={pairs[pair].name}
                  aria-describedby={`fonts-${pair}`}
                />
                <span className={styles.sample} data-fonts={pair} aria-hidden="true">
                  <b>{name}: a clean start to the day</b>
                  <span>Offices, schools and clinics, from 6 am. Your quote in one day, from $150.</span>
                </span>
                <span className={styles.name}>
                  <b aria-hidden="true">{pairs[pair].name}</b>
                  <span id={`fonts-${pair}`}>{pairs[pair].families}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      />
      <FieldError id="fonts-error">{error}</FieldError>
    </Card>
  );
}
