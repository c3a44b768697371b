/** Why the program cannot start, in one clear line or more for whoever starts it; printed without a stack. */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
