/** Reports how many of all rows are done; an error thrown by it ends the work. */
export interface Progress {
  (done: number, of: number): void | Promise<void>;
}
