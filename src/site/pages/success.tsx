import { useLocation } from 'react-router';
import { describe } from '#lib/api/page-meta.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import layout from '#ui/layout.module.css';
import thanks from '#assets/art/thanks.svg';
import { illustratedPageActions, IllustratedPage } from '../illustrated-page.tsx';
import type { Route } from './+types/success';
import styles from './success.module.css';

export const handle = { cache: 'settings' };

interface SuccessText {
  lead: string;
  steps: readonly string[];
  more: { label: string; to: string };
}

const enquiry: SuccessText = {
  lead: 'Your message is with the people who plan the work. A confirmation is on its way to your inbox.',
  steps: [
    'A supervisor reads it and answers within one working day, by phone if you left a number.',
    'If it is about a site, you agree on a time for a site walk. Early mornings and evenings are fine.',
    'If it is about an order, have its number ready. It starts with SO.',
  ],
  more: { label: 'Read the FAQs', to: '/faqs/' },
};

const quote: SuccessText = {
  lead: 'Your request for a quote is with a supervisor. Nothing is charged for the walk or the quote.',
  steps: [
    'The supervisor calls within one working day to find a time that suits your site.',
    'You walk the building together. It takes about an hour: rooms are measured, fittings counted, floors noted.',
    'Within three working days of the walk you have the scope, room by room, and a fixed monthly price.',
  ],
  more: { label: 'How we set our prices', to: '/faqs/#how-is-the-price-set' },
};

const application: SuccessText = {
  lead: 'Your application is with the people who make the rosters. There is no need to send it again.',
  steps: [
    'We read every application and call you within five working days, whichever way we decide.',
    'At the interview you see a roster and a site. Bring photo ID and proof that you may work in Australia.',
    'The police check and, for schools, the Working with Children Check come next. Then your paid induction begins.',
  ],
  more: { label: 'Read about both positions again', to: '/careers/' },
};

const texts: Record<string, SuccessText> = {
  '/contact-us/success': enquiry,
  '/free-quote/success': quote,
  '/forms-application-form/success': application,
};

const textAt = (pathname: string): SuccessText => texts[pathname.toLowerCase().replace(/\/$/, '')] ?? enquiry;

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Thank you',
    description: textAt(args.location.pathname).lead,
    path: args.location.pathname,
    isPrivate: true,
  });

export default function Success() {
  const { lead, steps, more } = textAt(useLocation().pathname);
  return (
    <IllustratedPage art={thanks} alt="A cleaner waves beside a finished checklist" className={styles.page}>
      <h1>Thank you for your submission</h1>
      <p className={layout.lead}>{lead}</p>
      <h2>What happens next</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={illustratedPageActions}>
        <LinkButton size="large" to="/">
          Go to the home page
        </LinkButton>
        <LinkButton look="quiet" size="large" to={more.to}>
          {more.label}
        </LinkButton>
      </div>
      <Urgent />
    </IllustratedPage>
  );
}

function Urgent() {
  const company = usePublicSettings()?.company;
  if (!company) return null;
  return (
    <p className={styles.urgent}>
      Is it urgent? Call <PhoneLink phone={company.officePhone} />, or <PhoneLink phone={company.mobile} /> at night and
      on weekends.
    </p>
  );
}
