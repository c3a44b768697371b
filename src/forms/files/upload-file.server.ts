import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Actor } from '#platform/access/actor.server.ts';
import { badInput } from '#lib/api/problem.ts';
import type { FileItem } from '#lib/uploads.ts';
import { type FormField, fieldsOf } from '../definition/definition.ts';
import { readToFill, readVersion } from '../definition/form-versions.server.ts';
import { checkFile, requireAcceptedName, fileRulesOf } from './check-file.server.ts';
import { sentences } from './contract.ts';
import { withTempFolder, itemOf, newFile, storeFiles, type StoredFilesDeps } from './stored-files.server.ts';
import { receiveFile } from './multipart-file.server.ts';

interface UploadRequest {
  formId: string;
  formVersion: number | undefined;
  fieldId: string;
  actor: Actor | null;
  ip: string;
  /** The request's body and headers. */
  body: Readable;
  headers: IncomingHttpHeaders;
}

/**
 * Stores a file that is uploaded before its submission. Throws `Problem` 400, 404, 413 or 415 if the field does not accept
 * the file, and 429 if the uploader has too many unclaimed files.
 */
export async function receiveFormFile(
  deps: StoredFilesDeps,
  sending: UploadRequest,
): Promise<FileItem & { id: string }> {
  const { formId, fieldId, actor, ip, body, headers } = sending;
  const field = await fieldOf(deps, sending);
  const maxSize = fileRulesOf(field)?.maxSize ?? 0;
  return withTempFolder(async (folder) => {
    const path = join(folder, 'file');
    const name = await receiveFile(body, {
      headers,
      path,
      maxSize,
      requireAcceptedName: (given) => requireAcceptedName(field, given),
    });
    const file = newFile(await checkFile(field, { path, name }), fieldId);
    await storeFiles(deps, { formId, actor, ip }, [file]);
    return { id: file.id, ...itemOf(file) };
  });
}

async function fieldOf(
  { db }: StoredFilesDeps,
  { formId, formVersion, fieldId, actor }: UploadRequest,
): Promise<FormField> {
  // A changed submission follows the rules of its own form version, even if the form is closed or archived.
  const isChange = actor !== null && formVersion !== undefined;
  const { form } = isChange ? await readVersion(db, formId, formVersion) : await readToFill(db, formId, formVersion);
  const field = fieldsOf(form).find(({ id }) => id === fieldId);
  if (!field) throw badInput({ path: 'fieldId', message: sentences.noField });
  if (!fileRulesOf(field)) throw badInput({ path: 'fieldId', message: sentences.noFiles });
  return field;
}
