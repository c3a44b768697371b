/** Milliseconds before code that failed to load is requested again. Some browsers cache the failure for a moment. */
const pauseMs = 1_000;
const maxRetries = 2;

const online = (): Promise<unknown> =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** Imports code, and retries if that fails; offline, it first waits for a connection. Rejects if all attempts fail. */
export async function loadWithRetries<T>(load: () => Promise<T>, retries = maxRetries): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (typeof window === 'undefined' || retries === 0) throw error;
    await (navigator.onLine ? pause() : online());
    return loadWithRetries(load, retries - 1);
  }
}
