import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid, withMatchingPasswords } from '#lib/api/wire.ts';
import { newPasswords, sentences } from '../contract.ts';

/** What the form that changes a password checks before it asks the server; an old password may break today's rules. */
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
    "Changes one's own password by the present one, and ends all other sessions. Wrong ones count as failed sign-ins.",
  body: passwordChange,
  reply: z.object({ message: z.string() }),
  status: 200,
  rate: 'sign-in',
});

export const listSessions = endpoint('GET', '/v1/core/auth/sessions', {
  access: 'member',
  summary: 'Where one is signed in: first here, then the latest used.',
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
  summary: "Signs one of one's own sessions out, its access tokens included.",
  params: z.object({ sessionId: uuid }),
});

export const endOtherSessions = endpoint('DELETE', '/v1/core/auth/sessions', {
  access: 'member',
  summary: 'Signs out everywhere but here.',
});
