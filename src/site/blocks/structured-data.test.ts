import { expect, test } from 'vitest';
import { structuredDataOf } from './structured-data.ts';

test('an open position is a job for search engines: since and until when, with whom and where', () => {
  const position = {
    id: 'p',
    anchor: 'cleaner',
    name: 'Cleaner',
    summary: 'You clean.',
    type: 'Part-time',
    closesOn: '2026-03-04',
    changedOn: '2026-02-01',
    duties: ['Mop'],
  };
  const page = {
    path: '/careers/',
    title: 'Careers',
    crumbs: [],
    service: null,
    blocks: [{ kind: 'positions', positions: [position] }],
  };
  const company = {
    name: 'Any Company',
    address: { streetNumber: '1', streetName: 'Long Street', city: 'Perth', state: 'WA', postcode: '6000' },
  };
  const site = { origin: 'https://any.test', company, brand: {} };
  expect(structuredDataOf(page as never, site as never)[0]).toEqual({
    '@type': 'JobPosting',
    title: 'Cleaner',
    description: 'You clean.\nMop',
    url: 'https://any.test/careers/#cleaner',
    datePosted: '2026-02-01',
    validThrough: '2026-03-04T13:00:00.000Z',
    employmentType: 'PART_TIME',
    hiringOrganization: { '@type': 'Organization', name: 'Any Company', sameAs: 'https://any.test/' },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Long Street',
        addressLocality: 'Perth',
        addressRegion: 'WA',
        postalCode: '6000',
        addressCountry: 'AU',
      },
    },
  }); // what is used of each
});
