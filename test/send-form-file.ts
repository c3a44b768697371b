import type { Answer, TestApp } from './app.ts';

export interface FormFile {
  name: string;
  bytes: Uint8Array;
}

export interface UploadedFile {
  id: string;
  name: string;
  origFileName: string;
  data: string;
  size: number;
}

const boundary = 'the-tests-own-boundary';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** A body in the format of browsers. */
export const multipart = (...files: FormFile[]): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ name, bytes }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name.replaceAll('"', '%22')}"\r\n`,
      ),
      Buffer.from('Content-Type: application/octet-stream\r\n\r\n'),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

export const filesPath = (formId: string): string => `/v1/form-builder/${formId}/files`;

/** Uploads a field's file like the page does. */
export const formFileUploader =
  ({ ask }: Pick<TestApp, 'ask'>) =>
  (
    field: { formId: string; fieldId: string; query?: string },
    file: FormFile | Buffer,
    token: string | null = null,
  ): Promise<Answer<UploadedFile>> =>
    ask<UploadedFile>('POST', `${filesPath(field.formId)}?fieldId=${field.fieldId}${field.query ?? ''}`, {
      token,
      headers: { 'content-type': multipartType },
      body: Buffer.isBuffer(file) ? file : multipart(file),
    });
