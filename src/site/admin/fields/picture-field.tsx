import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { readPicture } from '#site-pictures/contract.ts';
import { PicturePicker } from '#site-pictures/admin/picture-picker.tsx';
import { smallPicture } from '#site-pictures/site-picture.tsx';
import { Button } from '#ui/button/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { PictureIcon } from '#ui/icons/back-office-icons.tsx';
import type { PictureRef } from '../../content/content-fields.ts';
import { fieldId, type Path, useFields } from './fields-context.ts';
import styles from './fields.module.css';

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
  const { pictures, addPicture } = useFields();
  const [isPicking, setPicking] = useState(false);
  const id = fieldId(path);
  const verb = value ? 'Change' : 'Choose a picture';
  const shown = value && pictures.get(value.picture);
  const picture = value?.picture;
  const isUnknown = picture !== undefined && !pictures.has(picture);
  const add = useRef(addPicture);
  useEffect(() => {
    add.current = addPicture;
  });
  useEffect(() => {
    if (!isUnknown) return;
    call<typeof readPicture>('GET /v1/site-pictures/{id}', { params: { id: picture }, query: { uses: 'false' } }).then(
      (read) => add.current(picture, read.shown),
      () => {}, // the field works without showing it
    );
  }, [isUnknown, picture]);
  return (
    <fieldset className={styles.picture}>
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
          label="Description here"
          hint={
            shown?.alt ? `The library’s if it is empty: ${shown.alt}` : 'What it shows, for people who cannot see it.'
          }
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
