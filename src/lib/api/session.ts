import { Problem } from './problem.ts';

/** Who opened the page, and how they sign in again in it. */
export interface SessionGuard {
  viewerId: string;
  /** Offers to sign in; false where the viewer closes the offer. Calls that come while it is open share it. */
  renew: () => Promise<boolean>;
}

const hasEnded = 'spruce:session-ended';

/** What a call asks with that was refused; the guard puts its answer in. */
interface Asked {
  isRenewed?: Promise<boolean>;
}

/** Watches the calls of a page that a member has opened; answers how to end it. In the browser only. */
export function guardSession({ viewerId, renew }: SessionGuard): () => void {
  const { dataset } = document.documentElement;
  const offer = (event: Event): void => {
    (event as CustomEvent<Asked>).detail.isRenewed = renew(); // inSession() below makes them
  };
  dataset['viewer'] = viewerId;
  window.addEventListener(hasEnded, offer);
  return () => {
    delete dataset['viewer'];
    window.removeEventListener(hasEnded, offer);
  };
}

const safeMethods = ['GET', 'HEAD'];

/** Signing in and out is no use of a session. */
const isWatched = (method: string, url: string): boolean =>
  !safeMethods.includes(method) && !url.startsWith('/v1/core/auth/');

/** For whom a change is sent: the server refuses it (401) where somebody else is signed in by now, or nobody. */
export function viewerHeader(method: string, url: string): Record<string, string> {
  const { viewer } = document.documentElement.dataset;
  return viewer !== undefined && isWatched(method, url) ? { 'x-viewer': viewer } : {};
}

/** Makes a call; where the session has ended meanwhile, it is made again once the viewer has signed in again. */
export async function inSession<T>(method: string, url: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401 || !isWatched(method, url)) throw error;
    const asked: Asked = {};
    window.dispatchEvent(new CustomEvent(hasEnded, { detail: asked }));
    if (!(await asked.isRenewed)) throw error;
    return attempt();
  }
}
