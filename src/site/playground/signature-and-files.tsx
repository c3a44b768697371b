import { type FormEvent, useState } from 'react';
import { fieldsMissing } from '#lib/api/sentences.ts';
import { demoRules, type FileItem, uploadSentences } from '#lib/uploads.ts';
import { Button } from '#ui/button/button.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { Signature } from '#ui/form/signature.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import { isRefused, toFileItem, type Upload } from '#ui/upload/uploads.ts';
import styles from './signature-and-files.module.css';

const signatureRequired = 'This field is required.';

type Errors = Partial<Record<'files' | 'signature', string>>;

function faultsOf(uploads: readonly Upload[], signature: string): Errors {
  const isTaken = uploads.some((upload) => !isRefused(upload));
  const files = isTaken ? undefined : (uploads[0]?.fault ?? uploadSentences.none);
  return { ...(files && { files }), ...(signature === '' && { signature: signatureRequired }) };
}

/**
 * The demo form (specification of the site, sections 2 and 9). Nothing leaves the browser; the data is shown instead of
 * being sent.
 */
export function SignatureAndFiles() {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [signature, setSignature] = useState('');
  const [hasTried, setTried] = useState(false);
  const [files, setFiles] = useState<FileItem[]>();
  const errors = hasTried ? faultsOf(uploads, signature) : {};

  const change = (changed: (uploads: readonly Upload[]) => Upload[]): void => {
    setUploads(changed);
    setFiles(undefined);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(faultsOf(uploads, signature));
    if (first !== undefined) {
      setFiles(undefined);
      notifyProblem(fieldsMissing);
      const field = document.getElementById(first);
      field?.scrollIntoView({ block: 'center' });
      field?.focus({ preventScroll: true });
      return;
    }
    setFiles(await Promise.all(uploads.filter((upload) => !isRefused(upload)).map(toFileItem)));
    notify({ text: 'Everything is filled in. The data that would be sent is shown below.' });
  };
  return (
    <form method="dialog" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        <Uploader id="files" label="Files" rules={demoRules} value={uploads} onChange={change} error={errors.files} />
        <Signature
          id="signature"
          label="Signature"
          value={signature}
          onChange={setSignature}
          error={errors.signature}
        />
        <Button type="submit" size="large">
          Submit
        </Button>
      </div>
      <section className={styles.dump} aria-labelledby="debug">
        <h3 id="debug">Debug</h3>
        <pre tabIndex={0} aria-labelledby="debug">
          {dump(
            {
              files: files ?? uploads.map(({ origFileName, size, fault }) => ({ origFileName, size, fault })),
              signature,
            },
            errors,
          )}
        </pre>
      </section>
    </form>
  );
}

const shownOfData = 48;

/** Current values and errors; long values are shortened in the middle. */
const dump = (values: object, errors: Errors): string =>
  JSON.stringify(
    { values, errors },
    (_, value: unknown) =>
      typeof value === 'string' && value.startsWith('data:')
        ? `${value.slice(0, shownOfData)}... (${value.length} characters)`
        : value,
    2,
  );
