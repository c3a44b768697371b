import { Problem } from '#lib/api/problem.ts';

/** A file as a data URL. Rejects with `Problem` if the browser cannot read the file. */
export const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Problem(0, `${file.name} could not be read.`)));
    reader.readAsDataURL(file);
  });
