const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1.5 GB`, in steps of 1,024. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit] ?? ''}`;
}

const steps = [
  [86_400, 'day', 'days'],
  [3_600, 'h', 'h'],
  [60, 'min', 'min'],
  [1, 's', 's'],
] as const;

/** `3 days`, `5 h`, `12 min`, `8 s`: a duration in its largest unit. */
export function durationText(seconds: number): string {
  const [size, one, many] = steps.find(([length]) => seconds >= length) ?? steps[3];
  const count = Math.floor(seconds / size);
  return `${count} ${count === 1 ? one : many}`;
}

/** `1 job`, `2 jobs` */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
