/** One line of Prometheus' text format. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const header = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.*)$/;
const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?|NaN|[+-]Inf)$/;
const pair = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  pair.lastIndex = 0;
  while (pair.lastIndex < text.length) {
    const [, name = '', value = ''] = pair.exec(text) ?? [];
    if (name === '') throw new Error(`Not labels: ${text}`);
    if (name in labels) throw new Error(`The label ${name} is there twice: ${text}`);
    labels[name] = value;
  }
  return labels;
}

/**
 * Reads Prometheus' text format as strictly as `promtool check metrics`: help and type before the samples of a family, one block for each
 * family, no series twice, histograms with rising buckets that end with their count. Throws at the first fault.
 */
export function readMetrics(text: string): Series[] {
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const seen = new Set<string>();
  const all: Series[] = [];
  let family = '';
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  for (const raw of text.slice(0, -1).split('\n')) {
    const [, kind, about = '', rest = ''] = header.exec(raw) ?? [];
    if (kind === 'HELP') {
      if (helped.has(about)) throw new Error(`${about} has two blocks.`);
      helped.add(about);
      family = about;
    } else if (kind === 'TYPE') {
      if (family !== about || !/^(counter|gauge|histogram)$/.test(rest)) throw new Error(`Bad type: ${raw}`);
      if (rest === 'counter' && !about.endsWith('_total'))
        throw new Error(`The counter ${about} must end with _total.`);
      if (rest !== 'counter' && about.endsWith('_total')) throw new Error(`${about} is no counter.`);
      types.set(about, rest);
    } else {
      const [, name = '', labels = '', value = ''] = line.exec(raw) ?? [];
      const base = types.get(family) === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name;
      if (name === '' || base !== family || !types.has(family)) throw new Error(`Not a sample of ${family}: ${raw}`);
      const series = { name, labels: labelsOf(labels), value: value === '+Inf' ? Infinity : Number(value) };
      const id = `${name} ${JSON.stringify(Object.entries(series.labels).sort())}`;
      if (seen.has(id)) throw new Error(`Twice: ${raw}`);
      seen.add(id);
      all.push(series);
    }
  }
  for (const [name, type] of types) if (type === 'histogram') checkHistogram(name, all);
  return all;
}

function checkHistogram(name: string, all: readonly Series[]): void {
  const without = (labels: Record<string, string>) => JSON.stringify(Object.entries({ ...labels, le: '' }).sort());
  for (const count of all.filter((one) => one.name === `${name}_count`)) {
    const own = all.filter((one) => one.name === `${name}_bucket` && without(one.labels) === without(count.labels));
    const values = own.map(({ value }) => value);
    if (values.some((value, i) => value < (values[i - 1] ?? 0))) throw new Error(`${name} falls.`);
    if (own.at(-1)?.labels['le'] !== '+Inf' || values.at(-1) !== count.value)
      throw new Error(`${name} does not end with its count.`);
  }
}
