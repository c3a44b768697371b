/** A metric with its samples, as Prometheus reads it (text format 0.0.4). */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: Sample[];
}

/** A current value, without labels. */
export const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
});

export interface Sample {
  /** Appended to the family's name: `_bucket`, `_sum`, `_count`. */
  suffix?: string;
  labels?: Record<string, string>;
  value: number;
}

/** Reads metrics at the moment of a scrape. */
export type Collector = () => Family[] | Promise<Family[]>;

interface Description {
  name: string;
  help: string;
}

const withLabels = (names: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));

/** A number that only rises, for each combination of label values. */
export class Counter {
  readonly #about: Description;
  readonly #labels: readonly string[];
  readonly #values = new Map<string, { labels: readonly string[]; value: number }>();

  constructor(about: Description, labels: readonly string[] = []) {
    this.#about = about;
    this.#labels = labels;
    if (labels.length === 0) this.#values.set('', { labels: [], value: 0 });
  }

  add(...labels: readonly string[]): void {
    const key = labels.join('\n');
    const known = this.#values.get(key);
    if (known) known.value++;
    else this.#values.set(key, { labels, value: 1 });
  }

  family(): Family {
    const samples = [...this.#values.values()].map(({ labels, value }) => ({
      labels: withLabels(this.#labels, labels),
      value,
    }));
    return { ...this.#about, type: 'counter', samples };
  }
}

interface Observed {
  labels: readonly string[];
  counts: number[];
  sum: number;
}

/** Durations in seconds, counted by upper limits, for each combination of label values. */
export class Histogram {
  readonly #about: Description;
  readonly #labels: readonly string[];
  readonly #limits: readonly number[];
  readonly #most: number;
  readonly #overflow: (labels: readonly string[]) => readonly string[];
  readonly #observed = new Map<string, Observed>();

  /** After `most` combinations of labels, further ones are counted under the labels that `overflow` returns; there must be few of those. */
  constructor(about: Description, { labels = [], limits, most = Infinity, overflow = () => [] }: HistogramOptions) {
    this.#about = about;
    this.#labels = labels;
    this.#limits = limits;
    this.#most = most;
    this.#overflow = overflow;
  }

  observe(seconds: number, ...labels: readonly string[]): void {
    const observed = this.#observed.get(labels.join('\n')) ?? this.#begin(labels);
    observed.sum += seconds;
    let i = 0;
    while (i < this.#limits.length && seconds > (this.#limits[i] ?? 0)) i++;
    observed.counts[i] = (observed.counts[i] ?? 0) + 1;
  }

  #begin(wanted: readonly string[]): Observed {
    const labels = this.#observed.size < this.#most ? wanted : this.#overflow(wanted);
    const key = labels.join('\n');
    const known = this.#observed.get(key);
    if (known) return known;
    const observed = { labels, counts: [...this.#limits.map(() => 0), 0], sum: 0 };
    this.#observed.set(key, observed);
    return observed;
  }

  family(): Family {
    return {
      ...this.#about,
      type: 'histogram',
      samples: [...this.#observed.values()].flatMap((observed) => this.#samplesOf(observed)),
    };
  }

  #samplesOf({ labels: values, counts, sum }: Observed): Sample[] {
    const labels = withLabels(this.#labels, values);
    let count = 0;
    const buckets = counts.map((more, i) => {
      count += more;
      return { suffix: '_bucket', labels: { ...labels, le: String(this.#limits[i] ?? '+Inf') }, value: count };
    });
    return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
  }
}

interface HistogramOptions {
  labels?: readonly string[];
  limits: readonly number[];
  most?: number;
  overflow?: (labels: readonly string[]) => readonly string[];
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function lineOf(name: string, { suffix = '', labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`);
  const written = Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : value < 0 ? '-Inf' : 'NaN';
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${written}\n`;
}

/** Families in Prometheus' text format. */
export const asText = (families: readonly Family[]): string =>
  families
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${samples.map((sample) => lineOf(name, sample)).join('')}`,
    )
    .join('');
