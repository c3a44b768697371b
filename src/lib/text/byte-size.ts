const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `812 bytes`, `4.2 MB`, `120 GB`: decimal units, two digits. */
export function byteSize(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
