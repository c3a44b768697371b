/** The bytes of a file in a call: a data URL, or the text of a CSV file itself. */
export function bytesOf(file: string): Buffer {
  const [start] = /^data:[^,]{0,200},/.exec(file) ?? [];
  if (start === undefined) return Buffer.from(file);
  const data = file.slice(start.length);
  return start.endsWith(';base64,') ? Buffer.from(data, 'base64') : Buffer.from(data);
}
