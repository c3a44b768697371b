import { addDays, dayOf } from '#lib/day.ts';
import { cents, zero } from '#lib/money.ts';
import { readSites } from '#trade/accounts/sites.server.ts';
import { reasonAgainst } from '#trade/credit/credit.ts';
import { readCredit } from '#trade/credit/reserve-credit.server.ts';
import { acceptQuote } from '#trade/quotes/accept-quote.server.ts';
import { declineQuote } from '#trade/quotes/answer-quotes.server.ts';
import { beginQuote, reviseQuote, sendQuote, updateQuote } from '#trade/quotes/change-quotes.server.ts';
import type { Quote } from '#trade/quotes/contract.ts';
import { expireQuotes } from '#trade/quotes/expire-quotes.server.ts';
import { readQuote } from '#trade/quotes/read-quotes.server.ts';
import { requestQuote } from '#trade/quotes/request-quote.server.ts';
import { cartLine, type Line } from './cart.server.ts';
import type { TradeQuoteContent } from './content.server.ts';
import { actorOf, by, type TradeCustomer, type TradeMember, type World } from './world.server.ts';

/** How long staff take to price a quote, and customers to answer it, measured in orders placed meanwhile. */
const pricingTakes = 2;
const answerTakes = 6;

/** Plans the quotes of an account, each of which ends in the state that the content says. */
export function planQuotes(world: World, customer: TradeCustomer): void {
  const { timeline, orders } = world;
  for (const quote of customer.quotes)
    timeline.at(quote.at * orders, async () => {
      const member = memberOf(customer, quote);
      const siteId = await siteOf(world, customer, quote);
      const id = await beginOrRequest(world, { quote, customer, member, siteId });
      if (quote.end === 'requested') return;
      timeline.after(pricingTakes, () => priceAndSend(world, { id, quote, customer, member }));
    });
  if (customer.quotes.some(({ end }) => end === 'expired')) timeline.at(orders - 0.5, () => expireQuotes(world.deps));
}

function memberOf({ members, account }: TradeCustomer, { contact }: TradeQuoteContent): TradeMember {
  const member = members.find(({ email }) => email === contact);
  if (!member) throw new Error(`${contact} is not one of the people of ${account.name}.`);
  return member;
}

async function siteOf({ deps }: World, { id, account }: TradeCustomer, { site }: TradeQuoteContent): Promise<string> {
  const found = (await readSites(deps.db, id)).find(({ name }) => name === site);
  if (!found) throw new Error(`${account.name} has no site ${site}.`);
  return found.id;
}

interface Begun {
  quote: TradeQuoteContent;
  customer: TradeCustomer;
  member: TradeMember;
}

const linesOf = ({ shelf }: World, { goods }: TradeQuoteContent): Line[] =>
  goods.map(([url, quantity]) => {
    const [item] = shelf.ofProduct(url);
    if (!item) throw new Error(`The shop has no product ${url}.`);
    return { item, quantity };
  });

async function beginOrRequest(
  world: World,
  { quote, customer, member, siteId }: Begun & { siteId: string },
): Promise<string> {
  const { deps } = world;
  const { memberId, buyer } = member;
  if (quote.message === undefined) {
    const asked = { accountId: customer.id, siteId, memberId };
    return (await beginQuote(deps, asked, by(world, 'orders'))).id;
  }
  const items = linesOf(world, quote).map(cartLine);
  const request = { key: `${quote.contact} ${quote.at}`, body: { siteId, items, message: quote.message } };
  return (await requestQuote(deps, { ...request, actor: actorOf(buyer.id, buyer, 1) })).id;
}

/** Prices a quote some per cent below the site's prices, sends it unless it stays a draft, and plans its answer. */
async function priceAndSend(world: World, { id, quote, customer, member }: Begun & { id: string }): Promise<void> {
  const { deps, timeline } = world;
  const staff = by(world, 'orders');
  let stored = await price(world, { id, quote, percent: quote.percentOff });
  if (quote.end === 'draft') return;
  stored = await sendQuote(deps, stored, staff);
  if (quote.end === 'declined')
    timeline.after(answerTakes, () =>
      declineQuote(deps, { id, by: { memberId: member.memberId }, text: quote.answer ?? '' }),
    );
  if (quote.end === 'replaced')
    timeline.after(answerTakes, async () => {
      const revision = await reviseQuote(deps, id, staff);
      await sendQuote(deps, await price(world, { id: revision.id, quote, percent: quote.percentOff + 3 }), staff);
    });
  if (quote.end === 'ordered') timeline.after(answerTakes, async () => void customer.quotesToAccept.push(stored.id));
}

async function price(
  world: World,
  { id, quote, percent }: { id: string; quote: TradeQuoteContent; percent: number },
): Promise<Quote> {
  const { deps } = world;
  const { version, ...stored } = await readQuote(deps, id);
  const listPrices = new Map(stored.lines.map(({ itemId, listPrice }) => [itemId, listPrice]));
  const lines = linesOf(world, quote).map(({ item, quantity }) => ({
    itemId: item.id,
    quantity,
    price: cents(Math.round(((listPrices.get(item.id) ?? item.price) * (100 - percent)) / 500) * 5),
    reason: percent === 0 ? '' : `${percent} % off for this quantity.`,
  }));
  const validUntil = addDays(dayOf(deps.clock.now()), quote.validDays);
  const input = { lines, discount: zero, shippingFee: zero, validUntil, note: quote.note };
  return updateQuote(deps, { id, version }, input, by(world, 'orders'));
}

/**
 * Accepts the account's next quote if stock and credit allow it, which is found out beforehand: a refused order would be rolled back, which
 * the one transaction of the history does not allow. Returns the order, or undefined if there is none.
 */
export async function acceptNextQuote(
  world: World,
  customer: TradeCustomer,
  ip: string,
): Promise<{ orderId: string; lines: Line[] } | undefined> {
  const { deps, shelf } = world;
  const [id] = customer.quotesToAccept;
  if (id === undefined) return undefined;
  const { memberId, total, ...quote } = await readQuote(deps, id);
  const lines = quote.lines.map(({ itemId, quantity }) => ({ item: shelf.item(itemId), quantity }));
  const credit = await readCredit(deps.db, customer.id);
  const isInStock = lines.every(({ item, quantity }) => item.onHand >= quantity);
  if (!credit || reasonAgainst(credit, total) !== undefined || !isInStock) return undefined;
  customer.quotesToAccept.shift();
  await acceptQuote(deps, { id, by: { memberId }, memberId, poNumber: '', ip });
  const { orderId } = await readQuote(deps, id);
  if (orderId === null) throw new Error('An accepted quote has no order.');
  return { orderId, lines };
}
