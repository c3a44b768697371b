import { type CSSProperties, useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { useCompanyName } from '#lib/api/root-data.ts';
import { Button } from '#ui/button/button.tsx';
import { Field } from '#ui/form/field.tsx';
import fieldStyles from '#ui/form/field.module.css';
import layout from '#ui/layout.module.css';
import { Card } from './settings-card.tsx';
import { type BrandFields, type BrandValues, brandLabels } from './brand-form.ts';
import type { previewColours } from '../brand-contract.ts';
import styles from './colours-card.module.css';

const colourFields = [
  { field: 'accent', hint: 'Buttons, links and everything that can be pressed.' },
  { field: 'ink', hint: 'Headings, the foot of every page and dark bands.' },
] as const;

/** Milliseconds without a change after which the server is called, so that dragging in the colour picker does not call it for every step. */
const restMs = 60;

type Preview = ReplyOf<typeof previewColours>;

/** What the server derives from two colours; the former reply until the next one arrives. */
function usePreview({ accent, ink }: Pick<BrandValues, 'accent' | 'ink'>): Preview | undefined {
  const [preview, setPreview] = useState<Preview>();
  useEffect(() => {
    const asked = new AbortController();
    const timer = setTimeout(() => {
      call<typeof previewColours>('POST /v1/brand/colours', { body: { accent, ink } }, { signal: asked.signal }).then(
        setPreview,
        () => {}, // the former preview stays; saving reports what is wrong
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [accent, ink]);
  return preview;
}

/** The two colours with a preview of pages in them, and the nearest readable colour if one of them cannot be read. */
export function ColoursCard({ brand, companyName }: { brand: BrandFields; companyName?: string }) {
  const { form, values, errorOf } = brand;
  const preview = usePreview(values);
  const storedName = useCompanyName();
  return (
    <Card
      id="colours"
      title="Colours"
      about="All others are derived from these two, for light and dark screens, so that every text can be read."
    >
      <div className={layout.fields}>
        {colourFields.map(({ field, hint }) => {
          const unreadable = preview?.unreadable.find((one) => one.field === field);
          const take = () =>
            form.setValue(field, unreadable?.nearest ?? '', { shouldDirty: true, shouldValidate: true });
          return (
            <Controller
              key={field}
              name={field}
              control={form.control}
              render={({ field: { ref, value, onChange, onBlur } }) => (
                <Field id={field} label={brandLabels[field]} hint={hint} error={errorOf(field) ?? unreadable?.message}>
                  {(control) => (
                    <div className={styles.colour}>
                      <input
                        type="color"
                        aria-label={`${brandLabels[field]}, choose`}
                        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
                        onChange={onChange}
                        onBlur={onBlur}
                      />
                      <input
                        {...control}
                        className={fieldStyles.input}
                        ref={ref}
                        name={field}
                        value={value}
                        onChange={onChange}
                        onBlur={onBlur}
                        autoComplete="off"
                        spellCheck={false}
                        maxLength={7}
                      />
                      {unreadable && (
                        <Button size="small" look="quiet" onClick={take}>
                          Use {unreadable.nearest}
                        </Button>
                      )}
                    </div>
                  )}
                </Field>
              )}
            />
          );
        })}
      </div>
      <ColourPreview css={preview?.css} name={companyName ?? storedName} {...values} />
    </Card>
  );
}

/** Custom properties as React's `style`. */
const styleOf = (css: string): CSSProperties =>
  Object.fromEntries(css.split(';').map((declaration) => declaration.split(':').map((part) => part.trim())));

interface ColourPreviewProps extends Pick<BrandValues, 'logo' | 'logoOnDark' | 'fonts'> {
  css: string | undefined;
  name: string;
}

function ColourPreview({ css, name, logo, logoOnDark, fonts }: ColourPreviewProps) {
  const logos = { light: logo, dark: logoOnDark ?? logo };
  return (
    <div
      className={styles.previews}
      data-fonts={fonts}
      style={css === undefined || css === '' ? undefined : styleOf(css)}
      aria-hidden="true"
    >
      {(['light', 'dark'] as const).map((scheme) => (
        <figure key={scheme} data-theme={scheme} className={styles.preview}>
          <figcaption>{scheme === 'light' ? 'Light screens' : 'Dark screens'}</figcaption>
          <div className={styles.page}>
            <p className={styles.logo}>{logos[scheme] ? <img src={logos[scheme]} alt="" /> : name}</p>
            <p className={styles.title}>A clean start to the day</p>
            <p>
              Text with <span className={styles.link}>a link</span> in it, and <small>a quiet note.</small>
            </p>
            <p>
              <span className={styles.button}>Get a quote</span> <span className={styles.soft}>In stock</span>
            </p>
          </div>
          <div className={styles.band}>
            <p>The foot of every page</p>
            <small>A second line</small>
          </div>
        </figure>
      ))}
    </div>
  );
}
