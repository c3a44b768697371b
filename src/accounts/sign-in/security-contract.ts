import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid, withMatchingPasswords } from '#lib/api/wire.ts';
import { newPasswords } from '../contract.ts';
import { sentences } from '../sentences.ts';

/** Checked by the change-password form before it calls the server. The current password need not meet today's rules, as it may be older. */
export const passwordChange = withMatchingPasswords(
  z.object({
    currentPassword: z
      .string({ error: 'Current password is required.' })
      .min(1, { error: 'Current password is required.' })
      .max(1024, { error: sentences.passwordWrong }),
    ...newPasswords,
  }),
);
export type PasswordChange = z.output<typeof passwordChange>;

export const changePassword = endpoint('POST', '/v1/users/password', {
  access: 'member',
  summary:
    "Changes one's own password with the current one, and ends all other sessions. Wrong passwords count as failed sign-ins.",
  body: passwordChange,
  reply: z.object({ message: z.string() }),
  status: 200,
  rate: 'sign-in',
});

export const listSessions = endpoint('GET', '/v1/core/auth/sessions', {
  access: 'member',
  summary: "One's active sessions: this one first, then by last use.",
  reply: z.array(
    z.object({
      id: uuid,
      device: z.string().meta({ description: 'Firefox on Windows' }),
      createdDate: z.iso.datetime(),
      lastUsedDate: z.iso.datetime(),
      isCurrent: z.boolean(),
    }),
  ),
});

export const endOneSession = endpoint('DELETE', '/v1/core/auth/sessions/{sessionId}', {
  access: 'member',
  summary: "Ends one of one's own sessions, including its access tokens.",
  params: z.object({ sessionId: uuid }),
});

export const endOtherSessions = endpoint('DELETE', '/v1/core/auth/sessions', {
  access: 'member',
  summary: 'Ends all sessions but this one.',
});
