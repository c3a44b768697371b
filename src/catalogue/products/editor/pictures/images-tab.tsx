import { type DragEvent, useEffect, useRef, useState } from 'react';
import { formatSize } from '#lib/uploads.ts';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { UploadIcon } from '#ui/icons/icons.tsx';
import { usePastedFiles } from '#ui/upload/use-pasted-files.ts';
import { mostImages } from '#catalogue/products/pictures/images-contract.ts';
import styles from './images-tab.module.css';
import type { ImageDraft } from './image-drafts.ts';
import { RefusalNote } from '../refusal-note.tsx';
import { TabSaveBar } from '../tab-save-bar.tsx';
import { ImageTile } from './image-tile.tsx';
import { type ImagesTabProps, useImages } from './use-images.ts';

const acceptedTypes = 'image/png,image/jpeg,image/webp,image/gif';

export function ImagesTab(props: ImagesTabProps) {
  const images = useImages(props);
  const { drafts, add } = images;
  const [dragged, setDragged] = useState<string>();
  const [isOver, setOver] = useState(false);
  usePastedFiles(add);
  const room = mostImages - drafts.length;
  const { gallery, rememberRemoved } = useFocusAfterRemoval(drafts.length);
  const dropped = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) add([...event.dataTransfer.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only for dropping files; the button that chooses them works by keyboard
    <section
      aria-label="Manage Product Images"
      className={cx(styles.tab, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        if (!dragged) setOver(event.dataTransfer.types.includes('Files'));
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <RefusalNote {...images} />
      <ul ref={gallery} className={styles.gallery}>
        {drafts.map((draft, place) => (
          <ImageTile
            key={draft.id}
            draft={draft}
            place={place}
            of={drafts.length}
            isDragged={dragged === draft.id}
            onDrag={setDragged}
            onOver={() => dragged && dragged !== draft.id && images.move(dragged, place)}
            onMove={(to) => images.move(draft.id, to)}
            onPrimary={() => images.pickPrimary(draft.id)}
            onAltText={(altText) => images.describe(draft.id, altText)}
            variations={props.product.variations}
            onOption={(optionId) => images.show(draft.id, optionId)}
            onRemove={() => {
              rememberRemoved(place);
              images.remove(draft.id);
            }}
          />
        ))}
        {room > 0 && <AddTile room={room} add={add} />}
      </ul>
      <Hidden>
        <p role="status">{images.announcement}</p>
      </Hidden>
      <TabSaveBar productId={props.product.id} {...images}>
        {changesText(drafts)}
      </TabSaveBar>
    </section>
  );
}

/** After a removal, focuses the next picture, or else the button that adds pictures. */
function useFocusAfterRemoval(count: number) {
  const gallery = useRef<HTMLUListElement>(null);
  const removedAt = useRef<number>(undefined);
  useEffect(() => {
    if (removedAt.current === undefined) return;
    const tile = gallery.current?.children[Math.min(removedAt.current, count)];
    tile?.querySelector<HTMLElement>('[data-remove], input[type=file]')?.focus();
    removedAt.current = undefined;
  }, [count]);
  return {
    gallery,
    rememberRemoved: (place: number): void => {
      removedAt.current = place;
    },
  };
}

function changesText(drafts: readonly ImageDraft[]): string {
  const files = drafts.filter(({ file, fault }) => file && !fault);
  if (files.length === 0) return 'Images changed.';
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${files.length} new ${files.length === 1 ? 'image' : 'images'}, ${formatSize(bytes)}.`;
}

function AddTile({ room, add }: { room: number; add: (files: File[]) => void }) {
  return (
    <li className={styles.add}>
      <label>
        <UploadIcon />
        <b>Add images</b>
        <span>Drop, paste or choose PNG, JPEG, WebP or GIF files of up to 5 MB. You can add {room} more.</span>
        <input
          type="file"
          multiple
          accept={acceptedTypes}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = ''; // allows choosing the same file again
          }}
        />
      </label>
    </li>
  );
}
