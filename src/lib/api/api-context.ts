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
  /** In seconds, from `Retry-After`. */
  retryAfter: number | undefined;
  /** `X-Total-Count` of a list. */
  total: number | undefined;
}

/** The server's interface for a page while it renders; created for each request by `src/ssr.server.ts`. */
export interface PageServices {
  nonce: string;
  viewer: Viewer | null;
  /** Scheme and host of the site, without a slash at its end. */
  origin: string;
  /** The page will be cached for other readers too: rendered as one text, not streamed. */
  isShared: boolean;
  /** Requested by scripts on the page, to which slow parts can be streamed. */
  isData: boolean;
  /** Calls `/v1` without a network, as the viewer. */
  send: (method: string, url: string, body: unknown) => Promise<Answer>;
  report: (error: unknown) => void;
}

type Context = Readonly<RouterContextProvider>;
const seam = createContext<PageServices>();

/** Context keys are compared by identity: the server must call this one through the bundle, not its own copy. */
export const provide = (context: RouterContextProvider, page: PageServices): void => context.set(seam, page);

export const page = (context: Context): PageServices => context.get(seam);
export const viewer = (context: Context): Viewer | null => page(context).viewer;

/**
 * Calls endpoints from a loader or action: `api(context)(listProducts, { query })`. Throws `Problem`; one that is not
 * caught becomes the page's status and its designed error page.
 */
export const api =
  (context: Context): Api =>
  async <E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<ReplyOf<E>> =>
    (await answerOf(context, endpoint, input)).body as ReplyOf<E>; // encoded with the endpoint's own shape

/** Calls an endpoint that lists in pages; returns the rows of the page and the total. */
export async function callList<E extends Endpoint>(
  context: Context,
  endpoint: E,
  input: InputOf<E>,
): Promise<{ rows: ReplyOf<E>; total: number }> {
  const { body, total = 0 } = await answerOf(context, endpoint, input);
  return { rows: body as ReplyOf<E>, total }; // as above
}

async function answerOf<E extends Endpoint>(context: Context, endpoint: E, input?: InputOf<E>): Promise<Answer> {
  const url = urlOf(endpoint.path, input ?? {});
  const answer = await page(context).send(endpoint.method, url, input?.body);
  const { status, body, retryAfter } = answer;
  if (status < 400) return answer;
  const problem = problemFrom(status, body);
  problem.retryAfter = retryAfter;
  // The router treats an error shaped like its `data()` as expected: it keeps the status and hides nothing.
  throw Object.assign(problem, data({ message: problem.message, requestId: problem.requestId }, { status }));
}

/** Awaits a loader's data; a server error becomes a page error with the message of `sentenceOf` and its request id. */
export async function loadOrPageError<T>(otherwise: string, reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status < 500) throw error;
    throw data({ message: errorMessageOf(error, otherwise), requestId: error.requestId }, error.status);
  });
}

/**
 * The viewer of a page that requires one; others are redirected to sign in and come back. Pass the loader's `url`: that of its
 * `request` is the router's internal one when scripts fetch the data.
 */
export function requireSignedIn(context: Context, { pathname, search }: URL): Viewer {
  const known = viewer(context);
  if (known) return known;
  throw redirect(`/login/?return-url=${encodeURIComponent(pathname + search)}`);
}

/**
 * The viewer of a back-office page: type 3 with (one of) the claims that the page requires. Others are redirected to the
 * home page (specification of the shop, section 6), those without the claim to `/admin/` (contract, section 4).
 */
export function requireAdministrator(context: Context, url: URL, access: Access = 'administrator'): Viewer {
  const known = requireSignedIn(context, url);
  if (!hasAccess(known, 'administrator')) throw redirect('/');
  if (!hasAccess(known, access)) throw redirect('/admin/?refused=1');
  return known;
}
