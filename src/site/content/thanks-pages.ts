import { type PageContent, pageContent } from './page-content.ts';

/** The keys of the addresses to which the form for enquiries and the forms of the demo lead once they are sent. */
const thanksKeys: readonly string[] = ['contact-us/success', 'free-quote/success', 'forms-application-form/success'];

const lead = 'We have received what you sent us. There is no need to send it again.';

/** The page that thanks somebody who has sent a form if the site has no page at this address; undefined for other addresses. */
export function thanksPage(key: string): PageContent | undefined {
  if (!thanksKeys.includes(key)) return undefined;
  return pageContent.parse({
    path: `/${key}/`,
    title: 'Thank you',
    description: lead,
    isListed: false,
    blocks: [
      {
        id: '00000000-0000-7000-8000-000000000000',
        kind: 'thanks',
        title: 'Thank you for your submission',
        lead,
        actions: [{ label: 'Go to the home page', to: '/' }],
      },
    ],
  });
}
