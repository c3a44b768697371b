declare module '@fastify/rate-limit/store/LocalStore.js' {
  /** The store that @fastify/rate-limit uses by default; it comes without types. */
  export default class LocalStore {
    incr(
      key: string,
      counted: (error: Error | null, count?: { current: number; ttl: number }) => void,
      windowMs: number,
      max: number,
    ): void;
  }
}
