import { z } from 'zod';
import { formFile } from './form-file.ts';

/** The JSON Schema of a form's file, generated from its shape; used by editors for completion and validation. */
export const formSchema = (publicUrl: string): object => ({
  ...z.toJSONSchema(formFile, { io: 'input', unrepresentable: 'any' }),
  $id: `${publicUrl}/v1/form-builder/schema.json`,
});
