import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { cx } from '#ui/classes.ts';
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from '#ui/icons/icons.tsx';
import styles from './picture-zoom.module.css';

export interface GalleryImage {
  id: string;
  image: string;
  altText?: string | undefined;
}

interface ZoomProps {
  images: readonly GalleryImage[];
  start: number;
  words: (index: number) => string;
  /** Scrolls the gallery to the last viewed picture. */
  goTo: (index: number) => void;
  onClose: () => void;
}

/** The pictures in full screen. A click zooms in, the pointer pans, arrow keys change the picture, and Escape closes. */
export function Zoom({ images, start, words, goTo, onClose }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(start);
  const [isNear, setNear] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const turn = (step: number): void => {
    setNear(false);
    setIndex((index + step + images.length) % images.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined && images.length > 1) turn(step);
  };
  const close = (): void => {
    goTo(index);
    onClose();
  };
  return (
    <dialog ref={dialog} className={styles.zoom} aria-label={words(index)} onClose={close} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={cx(styles.stage, isNear && styles.near)}
        aria-label={isNear ? 'Show the whole picture' : 'Enlarge the picture'}
        aria-pressed={isNear}
        onClick={() => setNear(!isNear)}
        onPointerMove={follow}
      >
        <img src={`${images[index]?.image}?w=1600`} alt={words(index)} width={1600} height={1600} />
      </button>
      <button type="button" className={styles.close} aria-label="Close" onClick={() => dialog.current?.close()}>
        <CloseIcon />
      </button>
      {images.length > 1 && (
        <div className={styles.turns}>
          <button type="button" aria-label="Previous picture" onClick={() => turn(-1)}>
            <ArrowLeftIcon />
          </button>
          <span>
            {index + 1} / {images.length}
          </span>
          <button type="button" aria-label="Next picture" onClick={() => turn(1)}>
            <ArrowRightIcon />
          </button>
        </div>
      )}
    </dialog>
  );
}

/** Zooms at the pointer's position. */
function follow(event: PointerEvent<HTMLElement>): void {
  const box = event.currentTarget.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * 100;
  const y = ((event.clientY - box.top) / box.height) * 100;
  event.currentTarget.style.setProperty('--at', `${x}% ${y}%`);
}
