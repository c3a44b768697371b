import { useEffect, useRef, useState } from 'react';
import { endingOf } from '#lib/uploads.ts';
import { cx } from '../classes.ts';
import { Hidden } from '../visually-hidden.tsx';
import { CloseIcon } from '../icons/icons.tsx';
import styles from './uploader.module.css';
import type { Upload } from './uploads.ts';

const imageExtension = /^\.(?:png|jpe?g|webp|gif|avif)$/;

/** A thumbnail of an image, which a click enlarges, or the extension of any other file. */
export function UploadThumbnail({ upload, className }: { upload: Upload; className?: string }) {
  const [isUnreadable, setUnreadable] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { origFileName, fault } = upload;
  const ending = endingOf(origFileName);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  if (isUnreadable || fault || !imageExtension.test(ending)) {
    return (
      <span className={cx(styles.ending, className)} aria-hidden="true">
        {ending.slice(1, 5) || 'file'}
      </span>
    );
  }
  const picture = { upload, setUnreadable };
  return (
    <>
      <button type="button" className={cx(styles.thumb, className)} onClick={() => setOpen(true)}>
        <UploadImage {...picture} longest={160} />
        <Hidden>Show {origFileName}</Hidden>
      </button>
      {isOpen && (
        <dialog ref={dialog} className={styles.dialog} aria-label={origFileName} onClose={() => setOpen(false)}>
          <form method="dialog">
            <strong>{origFileName}</strong>
            <button type="submit" className={styles.remove}>
              <CloseIcon />
              <Hidden>Close</Hidden>
            </button>
          </form>
          <UploadImage {...picture} longest={1600} />
        </dialog>
      )}
    </>
  );
}

interface UploadImageProps {
  upload: Upload;
  /** The maximum length of its longer edge, in pixels. */
  longest: number;
  setUnreadable: (isUnreadable: boolean) => void;
}

/**
 * A small copy of an image, to save memory. It is drawn on a canvas because the security policy forbids `blob:` URLs.
 */
export function UploadImage({ upload: { file, path }, longest, setUnreadable }: UploadImageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!file) return;
    let isGone = false;
    const draw = (bitmap: ImageBitmap): void => {
      const scale = Math.min(longest / Math.max(bitmap.width, bitmap.height), 1);
      if (canvas.current && !isGone) {
        canvas.current.width = Math.max(Math.round(bitmap.width * scale), 1);
        canvas.current.height = Math.max(Math.round(bitmap.height * scale), 1);
        canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.current.width, canvas.current.height);
      }
      bitmap.close();
    };
    createImageBitmap(file).then(draw, () => isGone || setUnreadable(true));
    return () => {
      isGone = true;
    };
  }, [file, longest, setUnreadable]);
  return file ? (
    <canvas ref={canvas} width={1} height={1} />
  ) : (
    <img src={path} alt="" onError={() => setUnreadable(true)} />
  );
}
