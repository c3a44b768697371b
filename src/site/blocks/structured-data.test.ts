import { expect, test } from 'vitest';
import type { ShownPage } from '../content/shown.ts';
import { structuredDataOf } from './structured-data.ts';

const page: ShownPage = {
  id: '0190f3c2-0000-7000-8000-000000000001',
  path: '/',
  title: 'Home',
  description: '',
  shareTitle: '',
  shareDescription: '',
  sharePicture: null,
  isListed: true,
  service: null,
  crumbs: [],
  hasContents: false,
  aside: null,
  blocks: [],
};
const company = {
  name: 'Harbour Clean',
  abn: '51824753556',
  email: 'office@harbour.example',
  officePhone: '0355501234',
  mobile: '0491570157',
  address: {
    unitNumber: '4',
    streetNumber: '27',
    streetName: 'Dock Road',
    city: 'Geelong',
    state: 'VIC' as const,
    postcode: '3220',
  },
};
const brand = {
  legalName: 'Harbour Blue Pty Ltd',
  tagline: '',
  about: 'We clean.',
  acknowledgement: '',
  hours: 'Monday to Friday, 7 am to 6 pm',
  areas: ['Geelong and the Bellarine'],
  links: [{ url: 'https://www.facebook.com/harbour', name: 'Facebook' }],
  logo: null,
  logoOnDark: null,
  icon: null,
  stylesheet: null,
  fontFiles: null,
  darkGround: '#0c1716',
};

test('the home page tells search engines once who the company is, where and when', () => {
  const [data, ...others] = structuredDataOf(page, { origin: 'https://harbour.example', company, brand });
  expect(others).toEqual([]);
  expect(data).toEqual({
    '@type': 'LocalBusiness',
    '@id': 'https://harbour.example/#company',
    name: 'Harbour Clean',
    legalName: 'Harbour Blue Pty Ltd',
    description: 'We clean.',
    url: 'https://harbour.example/',
    telephone: '+61355501234',
    email: 'office@harbour.example',
    logo: 'https://harbour.example/icon-512.png',
    image: 'https://harbour.example/og.png',
    address: {
      '@type': 'PostalAddress',
      streetAddress: 'Unit 4, 27 Dock Road',
      addressLocality: 'Geelong',
      addressRegion: 'VIC',
      postalCode: '3220',
      addressCountry: 'AU',
    },
    areaServed: ['Geelong and the Bellarine'],
    openingHours: 'Mo-Fr 07:00-18:00',
    sameAs: ['https://www.facebook.com/harbour'],
  });
});

test('what the company has not said is left out', () => {
  const nothing = { ...brand, legalName: '', about: '', hours: 'By appointment', areas: [], links: [] };
  const [data = {}] = structuredDataOf(page, { origin: 'https://harbour.example', company, brand: nothing });
  for (const key of ['legalName', 'description', 'openingHours', 'areaServed', 'sameAs'])
    expect(data).not.toHaveProperty(key);
});

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
  const careers = {
    path: '/careers/',
    title: 'Careers',
    crumbs: [],
    service: null,
    blocks: [{ kind: 'positions', positions: [position] }],
  };
  const employer = {
    name: 'Any Company',
    address: { streetNumber: '1', streetName: 'Long Street', city: 'Perth', state: 'WA', postcode: '6000' },
  };
  const site = { origin: 'https://any.test', company: employer, brand: {} };
  expect(structuredDataOf(careers as never, site as never)[0]).toEqual({
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
