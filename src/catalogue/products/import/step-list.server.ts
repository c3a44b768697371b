import type { Spool } from '#platform/storage/spool.server.ts';
import type { Step } from './import-step.server.ts';

/** Reports name at most as many products one by one. */
const mostReported = 500;

/** The steps for new or for changed products, in a temporary file. */
export class StepList {
  /** The first steps, for reports. */
  readonly first: Step[] = [];
  /** How many items they have. */
  rows = 0;
  readonly #steps: Spool<Step>;

  constructor(steps: Spool<Step>) {
    this.#steps = steps;
  }

  get length(): number {
    return this.#steps.length;
  }

  add(step: Step): void {
    this.#steps.add(step);
    this.rows += step.items.length;
    if (this.first.length < mostReported) this.first.push(step);
  }

  /** All steps in the order of the file, at most `size` at once. */
  chunks(size: number): Generator<Step[]> {
    return this.#steps.batches(size);
  }
}
