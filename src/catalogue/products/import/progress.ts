/** Rows of the file that are done, of all; what it throws ends the work. */
export interface Progress {
  (done: number, of: number): void | Promise<void>;
}
