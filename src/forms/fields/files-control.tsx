import { useEffect, useEffectEvent, useRef } from 'react';
import { type Upload } from '#ui/upload/uploads.ts';
import { Uploader } from '#ui/upload/uploader.tsx';
import { uploadRulesOf } from '../answers/field-faults.ts';
import { isPending, uploadsOf } from '../answers/uploads.ts';
import { typeOf } from '../definition/field-types.ts';
import { type FieldProps, frameProps } from './field-props.ts';
import { sendPending, removeSentFile } from './upload-files.ts';

/** Files or images, uploaded as soon as they are selected, or when the connection returns. */
export function FilesControl(props: FieldProps) {
  const { field, formId, formVersion, answer, onFiles } = props;
  const uploads = uploadsOf(answer);
  const hasPending = uploads.some(isPending); // just selected, or restored from a draft
  const aborts = useRef(new Map<string, AbortController>());
  const send = (): void =>
    void sendPending({ formId, formVersion, fieldId: field.id, onFiles, aborts: aborts.current });
  const resume = useEffectEvent(() => {
    if (hasPending && navigator.onLine) send();
  });
  useEffect(() => resume(), [hasPending]);
  useEffect(() => {
    const onOnline = (): void => resume();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  const change = (changed: (uploads: readonly Upload[]) => Upload[]): void => {
    let removed: Upload[] = [];
    onFiles((before) => {
      const after = changed(before);
      removed = before.filter(({ id }) => !after.some((upload) => upload.id === id));
      return after;
    });
    for (const upload of removed) {
      aborts.current.get(upload.id)?.abort();
      void removeSentFile(formId, upload);
    }
  };
  const { className: _wide, ...frame } = frameProps(props);
  return (
    <Uploader
      {...frame}
      rules={uploadRulesOf(field)}
      prompt={field.overridePlaceholderText ?? undefined}
      areTiles={typeOf(field).control === 'images'}
      areSent
      value={uploads}
      onChange={change}
    />
  );
}
