/** The first that a user agent names; browsers name those that they descend from as well, so the order counts. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const machines: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

const first = (among: [RegExp, string][], text: string): string | undefined =>
  among.find(([pattern]) => pattern.test(text))?.[1];

/** A user agent as people say it: "Firefox on Windows". It is what the caller claims, so nothing depends on it. */
export function deviceOf(userAgent: string | null): string {
  const browser = first(browsers, userAgent ?? '');
  const machine = first(machines, userAgent ?? '');
  if (browser && machine) return `${browser} on ${machine}`;
  return browser ?? (machine ? `An app on ${machine}` : 'An unknown device');
}
