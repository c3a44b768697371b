import { notifyProblem } from '../feedback/notify.tsx';

/** Milliseconds between two attempts, unless the browser says earlier that it is online again. */
const retryMs = 3_000;

/**
 * Keeps a page, with what was typed into it, while there is no connection: the router's requests for the data of pages are repeated until
 * an answer comes. Without this the router replaces the page by one that says that something went wrong; or, if the script of another page
 * does not load, also for a link that is only pointed at, it reloads the document. Call it once per document.
 */
export function waitForConnection(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    if (!isForPage(input, init)) return fetch(input, init);
    for (let attempt = 1; ; attempt++)
      try {
        return await fetch(input, init);
      } catch (error) {
        if (init?.signal?.aborted) throw error; // somebody has gone elsewhere
        if (attempt === 1) notifyProblem('No connection. This page stays as it is until there is one again.');
        await untilOnline();
      }
  };
  // Browsers without the Navigation API reload, after they have asked those who have typed something.
  window.navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType === 'reload' && !event.userInitiated && !navigator.onLine) event.preventDefault();
  });
}

/** Whether the router asks for the data of a page, for which it uses a URL object. */
const isForPage = (input: RequestInfo | URL, init: RequestInit | undefined): boolean =>
  input instanceof URL && input.pathname.endsWith('.data') && (init?.method ?? 'GET') === 'GET';

const untilOnline = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      window.removeEventListener('online', done);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, retryMs);
    window.addEventListener('online', done);
  });
