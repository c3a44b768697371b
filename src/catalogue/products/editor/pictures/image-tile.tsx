import type { KeyboardEvent } from 'react';
import { formatSize, shortFileName } from '#lib/uploads.ts';
import { cx } from '#ui/classes.ts';
import { IconButton, iconButton } from '#ui/button/icon-button.tsx';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { type MenuEntry, PopupMenu } from '#ui/overlay/popup-menu.tsx';
import { DotsIcon, GripIcon, StarIcon } from '#ui/icons/back-office-icons.tsx';
import { sizedPicture } from '#lib/picture-path.ts';
import styles from './images-tab.module.css';
import type { ImageDraft } from './image-drafts.ts';
import type { Product } from '../product-types.ts';

interface ImageTileProps {
  draft: ImageDraft;
  place: number;
  of: number;
  isDragged: boolean;
  onDrag: (id: string | undefined) => void;
  /** Called when another picture is dragged over this one. */
  onOver: () => void;
  onMove: (to: number) => void;
  onPrimary: () => void;
  onAltText: (text: string) => void;
  variations: Product['variations'];
  onOption: (optionId: string | null) => void;
  onRemove: () => void;
}

/** Menu entries that move a picture without dragging, which phones can't do. */
function moveEntries({ place, of, onMove }: Pick<ImageTileProps, 'place' | 'of' | 'onMove'>): MenuEntry[] {
  const entry = (label: string, to: number): MenuEntry => ({ label, onSelect: () => onMove(to) });
  return [
    ...(place > 1 ? [entry('Move to the front', 0)] : []),
    ...(place > 0 ? [entry('Move forward', place - 1)] : []),
    ...(place < of - 1 ? [entry('Move back', place + 1)] : []),
  ];
}

/** One picture. Users move it by dragging, with the arrow keys on its handle, or through its menu. */
export function ImageTile({ draft, place, of, isDragged, onDrag, onOver, onMove, ...act }: ImageTileProps) {
  const { id, name, altText, isPrimary, size, src, file, progress, fault } = draft;
  const press = (event: KeyboardEvent): void => {
    const to = {
      ArrowLeft: place - 1,
      ArrowUp: place - 1,
      ArrowRight: place + 1,
      ArrowDown: place + 1,
      Home: 0,
      End: of,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only for dragging pictures over it; arrow keys move them too
    <li
      className={cx(styles.shot, isPrimary && styles.primary, isDragged && styles.dragged, fault && styles.faulty)}
      onDragEnter={onOver}
    >
      <div
        className={styles.art}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          onDrag(id);
        }}
        onDragEnd={() => onDrag(undefined)}
      >
        {src && <img src={file ? src : sizedPicture(src, 480)} alt={altText || name} draggable={false} />}
        {progress !== undefined && <progress value={progress} aria-label={`Sending ${name}`} />}
        <IconButton
          className={styles.grip}
          label={`Move ${name}, ${place + 1} of ${of}, with the arrow keys`}
          onKeyDown={press}
        >
          <GripIcon />
        </IconButton>
      </div>
      <div className={styles.about}>
        <span>
          {shortFileName(name)}
          <small className={fault ? styles.fault : undefined}>
            {fault ?? (isPrimary ? 'Primary image' : formatSize(size))}
          </small>
        </span>
        <IconButton
          label={`Primary image: ${name}`}
          aria-pressed={isPrimary}
          className={cx(styles.star, isPrimary && styles.on)}
          onClick={act.onPrimary}
        >
          <StarIcon />
        </IconButton>
        <IconButton label={`Remove ${name}`} data-remove onClick={act.onRemove}>
          <TrashIcon />
        </IconButton>
        {of > 1 && (
          <PopupMenu
            button={<DotsIcon />}
            buttonClassName={iconButton}
            label={`Move ${name}`}
            entries={moveEntries({ place, of, onMove })}
          />
        )}
      </div>
      <input
        className={styles.alt}
        value={altText}
        maxLength={200}
        placeholder="Describe the image"
        aria-label={`Alternative text of ${name}`}
        onChange={(event) => act.onAltText(event.target.value)}
      />
      {act.variations.length > 0 && (
        <select
          className={styles.option}
          aria-label={`Option that ${name} shows`}
          value={draft.optionId ?? ''}
          onChange={(event) => act.onOption(event.target.value || null)}
        >
          <option value="">Shows any option</option>
          {act.variations.map((variation) => (
            <optgroup key={variation.id} label={variation.name}>
              {variation.options.map(({ value, label }) => (
                <option key={value} value={value}>
                  Shows {label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </li>
  );
}
