/** Why the program cannot start, in plain lines for the operator; printed without a stack. */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
