import { z } from 'zod';
import { formFile } from './form-file.ts';

/** The JSON Schema of a form's file, made from the shape that reads it; editors complete and check by it. */
export const formSchema = (publicUrl: string): object => ({
  ...z.toJSONSchema(formFile, { io: 'input', unrepresentable: 'any' }),
  $id: `${publicUrl}/v1/form-builder/schema.json`,
});
