import type { FastifyRequest } from 'fastify';
import { requireOwnerOrAccess, internalCall } from '#platform/access/actor.server.ts';
import type { Call, RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { badInput, Problem } from '#lib/api/problem.ts';
import { accessTokens } from './sign-in/access-tokens.server.ts';
import { activeSessions, endOwnSession } from './sign-in/active-sessions.server.ts';
import { changePassword as change } from './profile/change-password.server.ts';
import {
  confirmEmail,
  cancelEmailChange,
  readProfile,
  register,
  requestReset,
  resetPassword,
  sendConfirmation,
  showViewer,
  signIn,
  signOut,
  updateProfile,
  validateReset,
} from './contract.ts';
import { sentences } from './sentences.ts';
import { changePassword, endOneSession, endOtherSessions, listSessions } from './sign-in/security-contract.ts';
import {
  bearerOf,
  clearCookies,
  cookiesOf,
  demandSameOrigin,
  replyTokens,
  hasCookies,
  usesCookies,
} from './sign-in/session-cookies.server.ts';
import * as emails from './profile/confirm-email.server.ts';
import * as profiles from './profile/update-profile.server.ts';
import * as resets from './recovery/reset-password.server.ts';
import { profileOf } from './profile/read-profile.server.ts';
import { registerIndividual } from './registration/register.server.ts';
import { signInWithPassword } from './sign-in/sign-in-with-password.server.ts';
import {
  type AccountsDeps,
  callerOf,
  endSession,
  endSessions,
  type AccountsJobDeps,
  type IssuedTokens,
  refreshSession,
  sessionOf,
} from './sign-in/sessions.server.ts';

export function accountsRoutes(on: RegisterEndpoint, deps: AccountsJobDeps): void {
  const { env, db, clock } = deps;

  on(signIn, async (call) => {
    const { body, request, reply } = call;
    const tokens = body.GrantType === 'password' ? signInWithPassword(deps, body, callerOf(call)) : refresh(deps, call);
    return replyTokens({ request, reply, env }, await tokens);
  });

  on(showViewer, ({ actor }) => ({ viewer: actor }));

  on(signOut, async ({ body, request, reply }) => {
    const sessionId = await sessionToEnd(deps, body.RefreshToken ?? undefined, request);
    if (sessionId !== undefined) await endSession(db, sessionId, clock.now());
    if (hasCookies(request) || internalCall()) clearCookies({ request, reply, env });
    return { message: sentences.signedOut };
  });

  on(register, async (call) => {
    const { body, request, reply } = call;
    return replyTokens({ request, reply, env }, await registerIndividual(deps, body, callerOf(call)));
  });
  profileRoutes(on, deps);
  passwordRoutes(on, deps);
  sessionRoutes(on, deps);
}

function profileRoutes(on: RegisterEndpoint, deps: AccountsJobDeps): void {
  on(readProfile, ({ actor, params }) => {
    requireOwnerOrAccess(actor, params.userId, 'ManageUsers');
    return profileOf(deps.db, params.userId);
  });
  on(updateProfile, ({ actor, body }) => profiles.updateProfile(deps, actor, body));
  on(sendConfirmation, async ({ actor }) => {
    await emails.sendConfirmation(deps, actor.id);
    return { message: sentences.confirmSent };
  });
  on(cancelEmailChange, ({ actor }) => emails.cancelEmailChange(deps, actor.id));
  on(confirmEmail, async ({ body }) => ({ email: await emails.confirmEmail(deps, body.token) }));
}

function passwordRoutes(on: RegisterEndpoint, deps: AccountsJobDeps): void {
  on(requestReset, async ({ params }) => {
    await resets.requestReset(deps, params.email);
    return { message: sentences.resetSent };
  });
  on(changePassword, async ({ actor, body, ip }) => {
    await change(deps, actor, body, ip);
    return { message: sentences.passwordChanged };
  });
  on(validateReset, async ({ body }) => ({ isValid: await resets.isResetLinkValid(deps, body.resetToken) }));
  on(resetPassword, async (call) => {
    const { body, request, reply } = call;
    return replyTokens({ request, reply, env: deps.env }, await resets.resetPassword(deps, body, callerOf(call)));
  });
}

function sessionRoutes(on: RegisterEndpoint, deps: AccountsJobDeps): void {
  on(listSessions, ({ actor }) => activeSessions(deps, actor));
  on(endOneSession, ({ actor, params }) => endOwnSession(deps, actor, params.sessionId));
  on(endOtherSessions, ({ actor }) => endSessions(deps.db, [actor.id], deps.clock.now(), actor.sessionId));
}

/**
 * Refreshes a session with the token in the body or the cookie. The cookie is accepted only from our own pages, and
 * cleared if it is refused.
 */
async function refresh(deps: AccountsDeps, { body, request, reply }: Call<typeof signIn>): Promise<IssuedTokens> {
  const cookie = usesCookies(request) ? cookiesOf(request).refresh : undefined;
  const token = body.RefreshToken || cookie;
  // If a browser sends no refresh cookie, its session has expired; if another client sends no token, its request is wrong.
  if (token === undefined && usesCookies(request)) throw new Problem(401, sentences.sessionEnded);
  if (token === undefined) throw badInput({ path: 'RefreshToken', message: 'RefreshToken is required.' });
  if (token === cookie) demandSameOrigin(request, deps.env.publicUrl);
  return refreshSession(deps, token).then(
    ({ tokens }) => tokens,
    (error: unknown) => {
      if (token === cookie) clearCookies({ request, reply, env: deps.env });
      throw error;
    },
  );
}

/**
 * The session that a sign-out ends, found by the refresh token, the calling page, the access token or the cookies. A sign-out
 * always clears the cookies, so with cookies it is accepted from our own pages only.
 */
async function sessionToEnd(
  deps: AccountsDeps,
  refreshToken: string | undefined,
  request: FastifyRequest,
): Promise<string | undefined> {
  const bearer = bearerOf(request);
  if (bearer === undefined && hasCookies(request)) demandSameOrigin(request, deps.env.publicUrl);
  if (refreshToken !== undefined) return sessionOf(deps.db, refreshToken);
  const pageActor = internalCall()?.actor;
  if (pageActor) return pageActor.sessionId;
  const { session, refresh: cookie } =
    bearer === undefined ? cookiesOf(request) : { session: bearer, refresh: undefined };
  const sessionId = cookie === undefined ? undefined : await sessionOf(deps.db, cookie);
  if (sessionId !== undefined || session === undefined) return sessionId;
  return (await accessTokens(deps.env, deps.clock).verify(session))?.sessionId;
}
