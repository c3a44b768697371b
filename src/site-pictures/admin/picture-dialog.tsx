import { useState } from 'react';
import { HistoryPanel } from '#history/history-panel.tsx';
import { RecordRefusal, useRecordForm } from '#history/record-form.tsx';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { formatSize } from '#lib/uploads.ts';
import { Button } from '#ui/button/button.tsx';
import { Checkbox, TextArea } from '#ui/form/field.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { type Picture, type PictureChange, type readPicture, type updatePicture, type UsingPage } from '../contract.ts';
import { type Crop, cropOfRatio, type Point } from './crop.ts';
import styles from './picture-dialog.module.css';
import { differencesOf, pictureForm, valuesOf } from './picture-form.ts';
import { PicturePreviews } from './picture-previews.tsx';
import { PictureStage } from './picture-stage.tsx';

interface PictureDialogProps {
  picture: Picture & { usedOn: UsingPage[] };
  onSaved: () => Promise<void>;
  onRemove: () => void;
  close: () => void;
}

/** A picture of the library: its alternative text, focal point and crop. */
export function PictureDialog({ picture, onSaved, onRemove, close }: PictureDialogProps) {
  const { id, name, version } = picture;
  const { form, refusal, conflict, submit } = useRecordForm(pictureForm, {
    values: valuesOf(picture),
    version,
    fallback: 'Unable to save the picture.',
    readConflict: async (mine: PictureChange) => {
      const stored = await call<typeof readPicture>('GET /v1/site-pictures/{id}', { params: { id } });
      return { version: stored.version, differences: differencesOf(valuesOf(stored), mine) };
    },
    send: async (values, base) => {
      const body = { ...values, version: base };
      await call<typeof updatePicture>('PUT /v1/site-pictures/{id}', { params: { id }, body });
      await onSaved();
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const [isDecorative, focus, crop] = form.watch(['isDecorative', 'focus', 'crop']);
  const set = {
    focus: (next: Point) => form.setValue('focus', next, { shouldDirty: true }),
    crop: (next: Crop | null) => form.setValue('crop', next, { shouldDirty: true }),
  };
  return (
    <FormDialog
      title={name}
      about={aboutOf(picture)}
      width="wide"
      isChanged={isDirty}
      refusal={refusal && <RecordRefusal {...{ refusal, conflict }} entity="picture" id={id} />}
      isLate={conflict !== undefined}
      submitLabel="Save picture"
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <div className={styles.columns}>
        <Shaping picture={picture} focus={focus} crop={crop} set={set} />
        <div className={styles.texts}>
          <TextArea
            {...form.register('alt')}
            label="Alternative text"
            rows={3}
            maxLength={200}
            data-autofocus
            disabled={isDecorative}
            hint="What the picture shows, for people who cannot see it and for search engines."
            error={errors.alt?.message}
          />
          <Checkbox {...form.register('isDecorative')}>Only decoration: screen readers skip it</Checkbox>
          <UsedOn pages={picture.usedOn} onRemove={onRemove} />
        </div>
      </div>
      <HistoryPanel entity="picture" id={id} version={version} />
    </FormDialog>
  );
}

const aboutOf = ({ width, height, kind, size, createdDate }: Picture): string =>
  `${kind.toUpperCase()}, ${width} × ${height} pixels, ${formatSize(size)}, added ${formatInstant(new Date(createdDate))}`;

const tools = [
  { value: 'focus', label: 'Focal point' },
  { value: 'crop', label: 'Crop' },
];

const ratios = [
  { label: 'Wide', ratio: 16 / 9 },
  { label: 'Square', ratio: 1 },
  { label: 'Tall', ratio: 3 / 4 },
];

interface ShapingProps {
  picture: Picture;
  focus: Point;
  crop: Crop | null;
  set: { focus: (focus: Point) => void; crop: (crop: Crop | null) => void };
}

function Shaping({ picture, focus, crop, set }: ShapingProps) {
  const [tool, setTool] = useState('focus');
  const isCropping = tool === 'crop';
  return (
    <div className={styles.shaping}>
      {picture.kind !== 'svg' && (
        <OptionButtons legend="Set on the picture" options={tools} value={tool} onChange={setTool} isEven />
      )}
      <PictureStage {...{ picture, focus, crop, isCropping }} onFocus={set.focus} onCrop={set.crop} />
      {isCropping ? (
        <div className={styles.ratios} role="group" aria-label="Shape of the crop">
          <Button size="small" look="quiet" aria-pressed={crop === null} onClick={() => set.crop(null)}>
            Whole picture
          </Button>
          {ratios.map(({ label, ratio }) => (
            <Button key={label} size="small" look="quiet" onClick={() => set.crop(cropOfRatio(picture, ratio, focus))}>
              {label}
            </Button>
          ))}
        </div>
      ) : (
        <p className={styles.hint}>Click what must stay in view where a page cuts the picture off.</p>
      )}
      <PicturePreviews picture={picture} focus={focus} crop={crop} />
    </div>
  );
}

function UsedOn({ pages, onRemove }: { pages: readonly UsingPage[]; onRemove: () => void }) {
  if (pages.length > 0)
    return (
      <section className={styles.used}>
        <h3>Shown on</h3>
        <ul>
          {pages.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
        <p className={styles.hint}>It can be removed once no page shows it.</p>
      </section>
    );
  return (
    <Button size="small" look="quiet" className={styles.remove} onClick={onRemove}>
      <TrashIcon />
      Remove from the library
    </Button>
  );
}
