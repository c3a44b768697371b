import { createContext, data, type RouterContextProvider, redirect } from 'react-router';
import { type Api, problemFrom } from './api.ts';
import { hasAccess } from './access.ts';
import { type Access, type Claim, type Endpoint, type InputOf, type ReplyOf, urlOf } from './endpoint.ts';
import { Problem, errorMessageOf } from './problem.ts';

/** The reader of the page. */
export interface Viewer {
  id: string;
  /** 1 individual, 2 company, 3 administrator. */
  userType: number;
  claims: readonly Claim[];
  firstName: string;
  lastName: string;
  email: string;
}

/** The response to a call made inside the process: status, parsed JSON, and the headers that pages need. */
export interface Answer {
  status: number;
  body: unknown;
  /** The seconds to wait, from `Retry-After`. */
  retryAfter: number | undefined;
  /** `X-Total-Count` of a list. */
  total: number | undefined;
}

/** What the server offers to a page that is being rendered; created for each request by `renderPage`. */
export interface PageServices {
  nonce: string;
  viewer: Viewer | null;
  /** Scheme and host of the site, without a slash at its end. */
  origin: string;
  /** Whether the page will be cached for other readers: then it is rendered as a whole, not streamed. */
  isShared: boolean;
  /** Whether a script on a page requests only the data; slow parts can be streamed to it. */
  isData: boolean;
  /** Calls `/v1` within the process, on behalf of the viewer. */
  send: (method: string, url: string, body: unknown) => Promise<Answer>;
  report: (error: unknown) => void;
  /** The text of a shared page, left here by the rendering: a `Response` would encode it and decode it again. */
  html?: string;
  /** Data that a loader passes to the rendering on the server; they are not sent to the browser. */
  renderOnly?: unknown;
}

type Context = Readonly<RouterContextProvider>;
const pageServices = createContext<PageServices>();

/** The router compares keys by identity, so the server must call the bundle's copy of this function, not import this file. */
export const provide = (context: RouterContextProvider, page: PageServices): void => context.set(pageServices, page);

export const page = (context: Context): PageServices => context.get(pageServices);
export const viewer = (context: Context): Viewer | null => page(context).viewer;

/**
 * Calls endpoints from a loader or action: `api(context)(listProducts, { query })`. Throws `Problem`; an uncaught one sets the page's
 * status and shows our error page.
 */
export const api =
  (context: Context): Api =>
  async <E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<ReplyOf<E>> =>
    (await answerOf(context, endpoint, input)).body as ReplyOf<E>; // encoded with the endpoint's own shape

/** Calls an endpoint of a list; returns the rows of the requested page and the total. */
export async function callList<E extends Endpoint>(
  context: Context,
  endpoint: E,
  input: InputOf<E>,
): Promise<{ rows: ReplyOf<E>; total: number }> {
  const { body, total = 0 } = await answerOf(context, endpoint, input);
  return { rows: body as ReplyOf<E>, total }; // encoded with the endpoint's own shape
}

async function answerOf<E extends Endpoint>(context: Context, endpoint: E, input?: InputOf<E>): Promise<Answer> {
  const url = urlOf(endpoint.path, input ?? {});
  const answer = await page(context).send(endpoint.method, url, input?.body);
  const { status, body, retryAfter } = answer;
  if (status < 400) return answer;
  const problem = problemFrom(status, body);
  problem.retryAfter = retryAfter;
  // The router treats an error with the shape of `data()` as expected: it keeps the status and the message.
  throw Object.assign(problem, data({ message: problem.message, requestId: problem.requestId }, { status }));
}

/** Awaits a loader's data. A server error becomes a page error with the message of `errorMessageOf` and the request's id. */
export async function loadOrPageError<T>(otherwise: string, reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status < 500) throw error;
    throw data({ message: errorMessageOf(error, otherwise), requestId: error.requestId }, error.status);
  });
}

/**
 * Awaits the data of a page that a mailed link opens. If the server refuses the link, its sentence is the result, for the page to show; a server
 * error becomes a page error, because the link may be valid.
 */
export const loadByLink = <T>(otherwise: string, reading: Promise<T>): Promise<T | { refusal: string }> =>
  loadOrPageError(otherwise, reading).catch((error: unknown) => {
    if (error instanceof Problem) return { refusal: error.message };
    throw error;
  });

/**
 * The viewer of a page for members; anybody else is redirected to sign in and then back. Pass the loader's `url`, because the URL
 * of its `request` is internal to the router when scripts fetch the data.
 */
export function requireSignedIn(context: Context, { pathname, search }: URL): Viewer {
  const member = viewer(context);
  if (member) return member;
  throw redirect(`/login/?return-url=${encodeURIComponent(pathname + search)}`);
}

/**
 * The viewer of a back-office page: an administrator with (one of) the claims that the page requires. Administrators without the claim
 * are redirected to `/admin/` (contract, section 4), others to the home page (specification of the shop, section 6).
 */
export function requireAdministrator(context: Context, url: URL, access: Access = 'administrator'): Viewer {
  const member = requireSignedIn(context, url);
  if (!hasAccess(member, 'administrator')) throw redirect('/');
  if (!hasAccess(member, access)) throw redirect('/admin/?refused=1');
  return member;
}
