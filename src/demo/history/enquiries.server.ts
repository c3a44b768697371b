import { enquiry } from '#enquiries/contract.ts';
import { enquiryInbox } from '#enquiries/inbox.server.ts';
import { markSpam } from '#enquiries/mark-spam.server.ts';
import { receiveEnquiry } from '#enquiries/receive-enquiry.server.ts';
import { changeStatus } from '#inbox/change-rows.server.ts';
import { noteMiss } from '#storefront/synonyms/searches-without-results.server.ts';
import { by, type World } from './world.server.ts';

/** This many are from the last few days. */
const latest = 6;

/** Adds messages from the contact page, by customers and by programs that advertise, and searches of the shop that found nothing. */
export function addEnquiries(world: World): void {
  const { timeline, orders, content, deps } = world;
  const random = world.random.part('enquiries');
  const { real, spam } = content.enquiries;
  for (const [index, message] of real.entries()) {
    const fromEnd = real.length - 1 - index;
    const share = fromEnd < latest ? 0.9985 - 0.0045 * fromEnd : (index + random.share()) / real.length;
    timeline.at(share * orders, async () => {
      const sender = random.one(world.buyers);
      await send(world, { ...senderOf(sender), company: sender.companyName, message });
      const id = await newestId(world);
      const setStatus = (status: 1 | 2) => async () => {
        await changeStatus(deps, enquiryInbox, id, { status }, by(world, 'forms'));
      };
      timeline.after(2 + 5 * random.share(), setStatus(1));
      timeline.after(10 + 12 * random.share(), setStatus(2));
    });
  }
  for (const [index, { name, message }] of spam.entries())
    timeline.at(((index + random.share()) / spam.length) * orders, async () => {
      // Every third advertisement gets past the hidden field, and is marked as spam by somebody.
      const isNoticed = index % 3 !== 0;
      const email = `${name.toLowerCase().replace(/\W+/g, '.')}@bulk-offers.example`;
      await send(world, {
        company: name,
        name,
        email,
        mobile: '',
        message,
        ...(isNoticed && { website: 'https://bulk-offers.example' }),
      });
      const ids = [await newestId(world)];
      if (!isNoticed)
        timeline.after(3, async () => void (await markSpam(deps, { ids, isSpam: true }, by(world, 'forms'))));
    });
  for (const [phrase, times] of content.texts.searches)
    for (let time = 0; time < times; time++)
      timeline.at((0.55 + 0.45 * random.share()) * orders, () => noteMiss(deps.db, phrase, deps.clock.now()));
}

const senderOf = ({ firstName, lastName, email, mobile }: World['buyers'][number]) => ({
  name: `${firstName} ${lastName}`,
  email,
  mobile,
});

const send = ({ deps }: World, fields: object): Promise<void> =>
  receiveEnquiry(deps, enquiry.parse({ elapsed: 45_000, ...fields }), null);

/** Reads the id from the database: the service does not return it, because visitors do not need it. */
async function newestId({ deps }: World): Promise<string> {
  const { id } = await deps.db
    .selectFrom('enquiries')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}
