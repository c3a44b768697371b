import { useState } from 'react';
import { PicturePicker } from '#site-pictures/admin/picture-picker.tsx';
import { smallPicture } from '#site-pictures/site-picture.tsx';
import { Button } from '#ui/button/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { PictureIcon } from '#ui/icons/back-office-icons.tsx';
import type { PictureRef } from '../../content/content-fields.ts';
import { fieldId, useFields } from './fields-context.ts';
import styles from './fields.module.css';
import { usePictures } from './use-pictures.ts';
import type { Path } from './value-at.ts';

interface PictureFieldProps {
  path: Path;
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  value: PictureRef | null;
  set: (value: PictureRef | null) => void;
}

/** A picture of the library, with a description of its own if the library's does not fit here. */
export function PictureField({ path, label, hint, error, value, set }: PictureFieldProps) {
  const { faults, pictures, addPicture } = useFields();
  const [isPicking, setPicking] = useState(false);
  const id = fieldId(path);
  const verb = value ? 'Change' : 'Choose a picture';
  const shown = value && pictures.get(value.picture);
  usePictures(value ? [value.picture] : []);
  return (
    <fieldset className={styles.picture} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {hint && <p>{hint}</p>}
      <div>
        {shown ? <img src={smallPicture(shown)} alt="" width={96} height={72} /> : <PictureIcon />}
        <div>
          <Button id={id} look="quiet" size="small" aria-label={`${verb}: ${label}`} onClick={() => setPicking(true)}>
            {verb}
          </Button>
          {value && (
            <Button look="plain" size="small" aria-label={`Remove: ${label}`} onClick={() => set(null)}>
              Remove
            </Button>
          )}
        </div>
      </div>
      {value && shown === null && (
        <FieldError id={`${id}-gone`}>This picture has been removed from the library.</FieldError>
      )}
      {value && (
        <TextField
          id={`${id}-alt`}
          label="Description here"
          hint={
            shown?.alt
              ? `Leave empty to use the library’s: ${shown.alt}`
              : 'What the picture shows, for people who cannot see it.'
          }
          error={faults.get([...path, 'alt'].join('.'))}
          value={value.alt ?? ''}
          onChange={(event) => set({ ...value, alt: event.target.value || null })}
        />
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {isPicking && (
        <PicturePicker
          isOpen
          close={() => setPicking(false)}
          onPick={(picture) => {
            addPicture(picture.id, picture.shown);
            set({ picture: picture.id, alt: null });
            setPicking(false);
          }}
        />
      )}
    </fieldset>
  );
}
