import { z } from 'zod';
import { addressFields } from '#addresses/address-shape.ts';
import { claims } from '#lib/api/endpoint.ts';
import { phone } from '#lib/api/wire.ts';

/* The shapes of the files in `demo/history`, from which the history is made. */

const person = {
  firstName: z.string(),
  lastName: z.string(),
  email: z.email(),
  mobile: phone('A mobile number is required.'),
};

/** Somebody with an account. Mail to `.example` reaches nobody (RFC 2606), so nobody can ask for a password. */
const member = { ...person, email: z.email().endsWith('.example') };

const colleague = z.object({ ...member, key: z.string(), claims: z.array(z.enum(claims)) });
export type Colleague = z.output<typeof colleague>;

const customer = z.object({
  ...member,
  ...addressFields,
  companyName: z.string(),
  /** What kind of place they buy for; a key of `baskets`. */
  kind: z.string(),
  /** How often they order, relative to other customers. */
  weight: z.number().positive(),
  /** When they become customers, as a share of the whole time, 0 to 1. */
  since: z.number().min(0).max(1),
  /** How they get an account: they register, they tick the box at the checkout, or they never do. */
  account: z.enum(['registered', 'checkout', 'guest']),
});
export type Customer = z.output<typeof customer>;

/** A product by its address, how often it is bought, and in which quantity. */
const wish = z.tuple([z.string(), z.number().positive(), z.int().positive()]);

const answers = z.record(z.string(), z.unknown());

export const historyContent = z.object({
  people: z.object({ staff: z.array(colleague), customers: z.array(customer) }),
  /** By kind of customer. */
  baskets: z.record(z.string(), z.array(wish).min(3)),
  texts: z.object({
    orderNotes: z.array(z.string()),
    refundReasons: z.array(z.string()),
    damages: z.array(z.string()),
    purchaseNotes: z.array(z.string()),
    shortReasons: z.array(z.string()),
    searches: z.array(z.tuple([z.string(), z.int().positive()])),
  }),
  enquiries: z.object({
    real: z.array(z.string()),
    spam: z.array(z.object({ name: z.string(), message: z.string() })),
  }),
  /** By form: how many are sent, what all have in common, and the ways in which they differ. */
  submissions: z.array(
    z.object({
      form: z.string(),
      sent: z.int().positive(),
      by: z.enum(['customers', 'applicants', 'staff']),
      common: answers,
      variants: z.array(answers).min(1),
    }),
  ),
  applicants: z.array(z.object(person)),
  /** Files by name, as data URLs: `signature-1.png`, `washroom.jpg`. */
  files: z.record(z.string(), z.string()),
});
export type HistoryContent = z.output<typeof historyContent>;
export type SubmissionTemplate = HistoryContent['submissions'][number];
