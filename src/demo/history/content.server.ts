import { z } from 'zod';
import { addressFields } from '#addresses/address-shape.ts';
import { claims } from '#lib/api/endpoint.ts';
import { money, phone } from '#lib/api/wire.ts';
import { accountInput } from '#trade/accounts/contract.ts';
import { siteInput } from '#trade/accounts/sites-contract.ts';
import { blanketPoInput } from '#trade/blanket-pos/contract.ts';
import { builtInRoles } from '#trade/permissions.ts';
import { quoteStates } from '#trade/quotes/shapes.ts';
import { frequencies } from '#trade/standing/standing-days.ts';

/* The shapes of the files in `demo/history`, from which the history is made. */

const share = z.number().min(0).max(1);

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
  /** How often they order, relative to other customers; 0 for those who order only for a trade account. */
  weight: z.number().nonnegative(),
  /** When they become customers, as a share of the whole time, 0 to 1. */
  since: share,
  /** How they get an account: they register, they tick the box at the checkout, or they never do. */
  account: z.enum(['registered', 'checkout', 'guest']),
});
export type Customer = z.output<typeof customer>;

/** A product by its address, how often it is bought, and in which quantity. */
const wish = z.tuple([z.string(), z.number().positive(), z.int().positive()]);

const priceList = z.object({
  name: z.string(),
  parent: z.string().optional(),
  adjustPercent: z.number(),
  /** A product by its address, from which quantity on, and how many per cent below the shop's price. */
  discounts: z.array(z.tuple([z.string(), z.int().positive(), z.number().positive()])).default([]),
});

const tradePerson = z.object({
  /** Somebody who is not one of the customers is invited and has not joined yet. */
  email: z.email().endsWith('.example'),
  role: z.enum(Object.keys(builtInRoles) as (keyof typeof builtInRoles)[]), // its keys are known
  /** Names; all sites unless given. */
  sites: z.array(z.string()).optional(),
  limit: money.optional(),
  limitPeriod: z.enum(['order', 'month']).default('month'),
});
export type TradePerson = z.output<typeof tradePerson>;

const tradeQuote = z.object({
  /** When it is asked for or begun. */
  at: share,
  /** The name of the site, and the address of the person to whom it goes. */
  site: z.string(),
  contact: z.string(),
  /** What the customer asks for; staff begin the quote unless given. */
  message: z.string().optional(),
  /** Products by their addresses, and quantities. */
  goods: z.array(z.tuple([z.string(), z.int().positive()])).min(1),
  /** How far its prices are below those of the site. */
  percentOff: z.number().nonnegative(),
  validDays: z.int().positive(),
  note: z.string().default(''),
  /** How it ends; of a replaced one the next revision has been sent. */
  end: z.enum(quoteStates),
  /** Why it is declined. */
  answer: z.string().optional(),
});
export type TradeQuoteContent = z.output<typeof tradeQuote>;

const standing = z.object({
  /** When it is made. */
  at: share,
  /** The name of the site, whose order list it is made of, and the address of the person in whose name it is ordered. */
  site: z.string(),
  orderer: z.string(),
  every: z.enum(frequencies),
  needsConfirm: z.boolean(),
  /** Which of its orders are skipped, from 1, and from which on nobody confirms any. */
  skips: z.array(z.int()).default([]),
  leavesFrom: z.int().default(1_000),
});
export type StandingContent = z.output<typeof standing>;

/** A trade account; its first person is one of the customers. Shares are of the whole time. */
const tradeAccount = z.object({
  account: accountInput,
  priceList: z.string().nullable(),
  /** When the account is opened or applied for. */
  since: share,
  /** The variant of the application form with which the company applies; staff enter the account unless given. */
  application: z.int().optional(),
  /** The application is not decided yet. */
  isWaiting: z.boolean().default(false),
  /** Orders above it need approval. */
  approveAbove: money.optional(),
  /** How often it orders, relative to other accounts. */
  weight: z.number().positive(),
  /** How long after an order its invoice is paid, and when the account stops paying. */
  paysAfter: share,
  paysUntil: share.default(1),
  /** When a half of the oldest open invoice is paid. */
  partPaidAt: share.optional(),
  heldFrom: share.optional(),
  holdReason: z.string().default(''),
  sites: z.array(siteInput),
  /** PO numbers that are good for many orders of a site. */
  blanketPos: z.array(blanketPoInput.extend({ site: z.string() })).default([]),
  people: z.array(tradePerson),
  /** How many of the sites, from the first, have an order list. */
  lists: z.int(),
  quotes: z.array(tradeQuote).default([]),
  standing: z.array(standing).default([]),
});
export type TradeAccountContent = z.output<typeof tradeAccount>;

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
  trade: z.object({ priceLists: z.array(priceList), accounts: z.array(tradeAccount) }),
  applicants: z.array(z.object(person)),
  /** Files by name, as data URLs: `signature-1.png`, `washroom.jpg`. */
  files: z.record(z.string(), z.string()),
});
export type HistoryContent = z.output<typeof historyContent>;
export type SubmissionTemplate = HistoryContent['submissions'][number];
