import { useState } from 'react';
import { formatSize } from '#lib/uploads.ts';
import { UploadImage } from '#ui/upload/upload-thumbnail.tsx';
import type { Upload } from '#ui/upload/uploads.ts';
import styles from './read-only-answer.module.css';

export interface ReadOnlyFilesProps {
  uploads: readonly Upload[];
  areImages: boolean;
}

/** Shows files as links and images as thumbnails. Files without a path are still being uploaded and cannot be opened. */
export function ReadOnlyFiles({ uploads, areImages }: ReadOnlyFilesProps) {
  return (
    <ul className={areImages ? styles.images : styles.files}>
      {uploads.map((upload) => (
        <li key={upload.id}>{areImages ? <ReadOnlyImage upload={upload} /> : <ReadOnlyFile upload={upload} />}</li>
      ))}
    </ul>
  );
}

function ReadOnlyFile({ upload: { origFileName, size, path } }: { upload: Upload }) {
  return (
    <>
      {path === undefined ? origFileName : <a href={path}>{origFileName}</a>} <small>{formatSize(size)}</small>
    </>
  );
}

/** The longer edge of a local image, in pixels; it is displayed at half that size. */
const longest = 640;

function ReadOnlyImage({ upload }: { upload: Upload }) {
  const [isUnreadable, setUnreadable] = useState(false);
  const { origFileName, path } = upload;
  const picture = (
    <>
      {!isUnreadable && <UploadImage {...{ upload, longest, setUnreadable }} />}
      <span>{origFileName}</span>
    </>
  );
  return path === undefined ? <figure>{picture}</figure> : <a href={path}>{picture}</a>;
}
