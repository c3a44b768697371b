import { z } from 'zod';
import { claims, endpoint } from '#lib/api/endpoint.ts';

const mayOpen = ['ManageUserPermissions', 'ManageSite'] as const;

export const pointKeys = [
  'company',
  'mail',
  'payment',
  'https',
  'abn',
  'products',
  'privacy-policy',
  'backup',
] as const;

const point = z.object({
  key: z.enum(pointKeys),
  name: z.string(),
  figure: z.string().meta({ description: 'What was found, in words.' }),
  advice: z.string().meta({ description: 'What to do.' }),
  action: z.enum(['test-mail', 'confirm-privacy-policy']).nullable().meta({ description: 'What can be done at once.' }),
  link: z.object({
    to: z.string(),
    label: z.string(),
    claim: z.enum(claims).nullable().meta({ description: 'Who may use the page; null for everybody.' }),
  }),
});
export type OpeningPoint = z.output<typeof point>;

export const readOpening = endpoint('GET', '/v1/opening', {
  access: mayOpen,
  summary:
    'What is still missing before the shop opens, checked now. Holders of ManageSite alone get what they may do. Empty once all was done, and while the shop is a demo.',
  reply: z.array(point),
});

export const confirmPrivacyPolicy = endpoint('POST', '/v1/opening/privacy-policy', {
  access: mayOpen,
  summary:
    'Records that the caller has read the privacy policy, and that it is right for this company. Returns 409 while something in square brackets is left.',
});

export const sendTestMail = endpoint('POST', '/v1/system/test-mail', {
  access: 'ManageUserPermissions',
  summary: 'Sends a test e-mail to the caller at once, and says whether the mail server took it.',
  reply: z.object({ isSent: z.boolean(), message: z.string() }),
  rate: 'send',
});

export const openingSentences = {
  readFailed: 'What is missing before the opening could not be read.',
  testFailed: 'The test e-mail could not be sent.',
  confirmFailed: 'Unable to record this.',
  confirmed: 'It has been recorded that you have read the privacy policy.',
  sent: (to: string) => `The mail server accepted a test e-mail to ${to}. Check that it arrives.`,
  blank: (page: string, blank: string) => `The ${page} still says “${blank}”.`,
  written: 'There is no mail server: the test e-mail was written to a file.',
} as const;
