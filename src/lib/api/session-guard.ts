import { Problem } from './problem.ts';
import { safeMethods } from './safe-methods.ts';

/** The member who opened the page, and how they sign in again within it. */
export interface SessionGuard {
  viewerId: string;
  /** Offers to sign in again, once for all calls that need it; false if the viewer closes the dialog. */
  renew: () => Promise<boolean>;
}

const hasEnded = 'shop:session-ended';

/** The detail of the event that a refused call dispatches; the guard sets `isRenewed`. */
interface RenewalRequest {
  isRenewed?: Promise<boolean>;
}

/** Makes the calls of a member's page offer to sign in again if the session has expired; returns a function that ends this. In the browser only. */
export function guardSession({ viewerId, renew }: SessionGuard): () => void {
  const { dataset } = document.documentElement;
  const offer = (event: Event): void => {
    (event as CustomEvent<RenewalRequest>).detail.isRenewed = renew(); // dispatched by withSession() below
  };
  dataset['viewer'] = viewerId;
  window.addEventListener(hasEnded, offer);
  return () => {
    delete dataset['viewer'];
    window.removeEventListener(hasEnded, offer);
  };
}

/** Whether a call needs the session of the page's member: a change, except signing in and out. */
const needsSession = (method: string, url: string): boolean =>
  !safeMethods.includes(method) && !url.startsWith('/v1/core/auth/');

/** The header that names the page's member: the server refuses a change (401) if somebody else, or nobody, is signed in now. */
export function viewerHeader(method: string, url: string): Record<string, string> {
  const { viewer } = document.documentElement.dataset;
  return viewer !== undefined && needsSession(method, url) ? { 'x-viewer': viewer } : {};
}

/** Makes a call; if the session has expired, repeats it once the viewer has signed in again. */
export async function withSession<T>(method: string, url: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401 || !needsSession(method, url)) throw error;
    const renewal: RenewalRequest = {};
    window.dispatchEvent(new CustomEvent(hasEnded, { detail: renewal }));
    if (!(await renewal.isRenewed)) throw error;
    return attempt();
  }
}
