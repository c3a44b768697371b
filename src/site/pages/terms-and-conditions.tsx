import { formatAbn } from '#lib/text/abn.ts';
import { describe } from '#lib/api/page-meta.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { TextSection } from '../text-section.tsx';
import styles from './terms-and-conditions.module.css';
import type { Route } from './+types/terms-and-conditions';

export const handle = { cache: 'settings' };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Terms and conditions',
    description: 'The terms that apply when you register an account with us or order supplies in our shop.',
    path: '/terms-and-conditions/',
  });

const terms = {
  'Your account': [
    'You do not need an account to order. If you register, give us your own name, e-mail and mobile, and keep your password to yourself: an order from your account is your order.',
    'Tell us at once if somebody else has used your account. We will sign out all its devices and go through its orders with you.',
  ],
  'Prices and orders': [
    'Prices are in Australian dollars and include GST. The price of an order is the one on its review page; if it changes before you place the order, we show you both and ask again.',
    'An order is accepted once your payment has been confirmed. If we cannot supply something that you paid for, you choose between waiting for it and a refund.',
  ],
  'Delivery and pick-up': [
    'The delivery fee is shown before you pay. Goods are yours to look after from the moment they are handed over; please check them then, and tell us about damage within two business days.',
    'Orders for pick-up wait for you at our store for 14 days.',
  ],
  'Returns and refunds': [
    'Our goods come with guarantees that cannot be excluded under the Australian Consumer Law. You are entitled to a replacement or refund for a major failure, and to have goods repaired or replaced if they fail to be of acceptable quality.',
    'If you simply changed your mind, you can return unopened goods within 30 days. Refunds go to the card that you paid with.',
  ],
  'Using products safely': [
    'Read the label and the safety data sheet before you use a chemical, and keep it out of reach of children. Never mix two products.',
  ],
  'Your details': [
    'We use your details to run your account and your orders, and pass them on only to the companies that deliver the goods and process the payment. We never store card numbers.',
    'These terms are governed by the law of New South Wales.',
  ],
};

export default function TermsAndConditions() {
  const company = usePublicSettings()?.company;
  return (
    <article className={cx(layout.narrow, styles.page)}>
      <h1>Terms and conditions</h1>
      {Object.entries(terms).map(([title, paragraphs]) => (
        <TextSection key={title} {...{ title, paragraphs }} />
      ))}
      {company && (
        <section>
          <h2>Who we are</h2>
          <p>
            {company.name}
            {company.abn && `, ABN ${formatAbn(company.abn)}`}. Call us on <PhoneLink phone={company.officePhone} /> or
            write to <a href={`mailto:${company.email}`}>{company.email}</a>.
          </p>
        </section>
      )}
    </article>
  );
}
