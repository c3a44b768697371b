import { type DragEvent, useEffect, useRef, useState } from 'react';
import { formatSize } from '#lib/uploads.ts';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { UploadIcon } from '#ui/icons/icons.tsx';
import { mostImages } from '#catalogue/products/pictures/images-contract.ts';
import styles from './images-tab.module.css';
import type { ImageDraft } from './picture-set.ts';
import { RefusalNote } from '../refusal-note.tsx';
import { TabFoot } from '../tab-foot.tsx';
import { ImageTile } from './image-tile.tsx';
import { type ImagesTabProps, useImages } from './use-images.ts';

const taken = 'image/png,image/jpeg,image/webp,image/gif';

export function ImagesTab(props: ImagesTabProps) {
  const images = useImages(props);
  const { shots, add } = images;
  const [dragged, setDragged] = useState<string>();
  const [isOver, setOver] = useState(false);
  usePaste(add);
  const room = mostImages - shots.length;
  const { gallery, rememberRemoved } = useFocusAfterRemoval(shots.length);
  const dropped = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer.files.length > 0) add([...event.dataTransfer.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped; choosing them does the same
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
        {shots.map((shot, place) => (
          <ImageTile
            key={shot.id}
            shot={shot}
            place={place}
            of={shots.length}
            isDragged={dragged === shot.id}
            onDrag={setDragged}
            onOver={() => dragged && dragged !== shot.id && images.move(dragged, place)}
            onMove={(to) => images.move(shot.id, to)}
            onPrimary={() => images.pickPrimary(shot.id)}
            onAltText={(altText) => images.describe(shot.id, altText)}
            variations={props.product.variations}
            onOption={(optionId) => images.show(shot.id, optionId)}
            onRemove={() => {
              rememberRemoved(place);
              images.remove(shot.id);
            }}
          />
        ))}
        {room > 0 && <AddTile room={room} add={add} />}
      </ul>
      <Hidden>
        <p role="status">{images.announcement}</p>
      </Hidden>
      <TabFoot productId={props.product.id} {...images}>
        {toSend(shots)}
      </TabFoot>
    </section>
  );
}

/** After a removal focuses the next picture, or else the button that adds pictures. */
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

function toSend(shots: readonly ImageDraft[]): string {
  const files = shots.filter(({ file, fault }) => file && !fault);
  if (files.length === 0) return 'Images changed.';
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${files.length} new ${files.length === 1 ? 'image' : 'images'}, ${formatSize(bytes)}.`;
}

function usePaste(add: (files: File[]) => void): void {
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

function AddTile({ room, add }: { room: number; add: (files: File[]) => void }) {
  return (
    <li className={styles.add}>
      <label>
        <UploadIcon />
        <b>Add images</b>
        <span>
          Drop, paste or choose. PNG, JPEG, WebP or GIF, 5 MB each. {room} more {room === 1 ? 'fits' : 'fit'}.
        </span>
        <input
          type="file"
          multiple
          accept={taken}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = ''; // allows choosing the same file again
          }}
        />
      </label>
    </li>
  );
}
