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
