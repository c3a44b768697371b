import { callerOf } from '#accounts/sign-in/sessions.server.ts';
import { attributesOf, replyTokens } from '#accounts/sign-in/session-cookies.server.ts';
import { setupCookie } from '#platform/access/actor.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { finishSetup, openSetup, readSetup, saveSetup } from './contract.ts';
import * as finishing from './finish-setup.server.ts';
import { readDraft, saveDraft } from './setup-draft.server.ts';
import { openLink } from './setup-link.server.ts';

export function setupRoutes(on: RegisterEndpoint, deps: Deps): void {
  on(openSetup, ({ body, request, reply }) => openLink(deps, body.token, { request, reply }));
  on(readSetup, () => readDraft(deps));
  on(saveSetup, ({ body }) => saveDraft(deps, body));
  on(finishSetup, async ({ body, ip, request, reply }) => {
    const caller = { ...callerOf({ ip, request }), requestId: request.id };
    const tokens = await finishing.finishSetup(deps, body, caller);
    reply.clearCookie(setupCookie, attributesOf(request, deps.env.publicUrl));
    return replyTokens({ request, reply, env: deps.env }, tokens);
  });
}
