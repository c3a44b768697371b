/** Milliseconds before each new request for code that failed to load. Some browsers cache a failure. */
const pauseMs = 1_000;
const mostTimes = 2;

const online = (): Promise<unknown> =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** Loads code of a part of the page with retries; offline, it waits for a connection. Rejects if all attempts fail. */
export async function loadWithRetries<T>(load: () => Promise<T>, times = mostTimes): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (typeof window === 'undefined' || times === 0) throw error;
    await (navigator.onLine ? pause() : online());
    return loadWithRetries(load, times - 1);
  }
}
