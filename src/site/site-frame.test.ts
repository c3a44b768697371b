import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { Viewer } from '#lib/api/api-context.ts';
import { namePages } from '#lib/pages-elsewhere.ts';
import type { PublicSettingsOnPage } from '#company/use-settings.ts';
import { SiteFrame } from './site-frame.tsx';
import { accountEntries, mainEntries } from './navigation.ts';

const hidden = {
  faqs: false,
  login: false,
  admin: false,
  register: false,
  shopping: false,
  cart: false,
  logout: false,
};

const settings: PublicSettingsOnPage = {
  company: {
    name: 'Spruce',
    abn: '51824753556',
    email: 'hello@example.com.au',
    officePhone: '0255501234',
    mobile: '0491570006',
    address: {
      unitNumber: '4',
      streetNumber: '27',
      streetName: 'Carriage Works Lane',
      city: 'Marrickville',
      state: 'NSW',
      postcode: '2204',
    },
  },
  delivery: { fee: 12.5, freeFrom: 150 },
  systemMessage: '',
  navigation: hidden,
  hasTestPayments: true,
  maintenance: null,
  brand: {
    legalName: '',
    tagline: '',
    about: '',
    acknowledgement: '',
    hours: 'Monday to Friday, 7 am to 6 pm',
    areas: [],
    links: [],
    logo: null,
    logoOnDark: null,
    icon: null,
    stylesheet: null,
    fontFiles: null,
    darkGround: '#0c1716',
  },
  adConversionId: null,
};

const member: Viewer = {
  id: 'u1',
  userType: 1,
  claims: [],
  firstName: 'Mei',
  lastName: 'Tanaka',
  email: 'mei@example.com.au',
};

/** The frame's HTML as rendered by the server. */
function frame(viewer: Viewer | null, change: Partial<PublicSettingsOnPage> = {}): string {
  const root = { origin: 'https://spruce.example', viewer, settings: { ...settings, ...change } };
  const Page = () => createElement(SiteFrame, null, createElement('h1', null, 'Here'));
  const Stub = createRoutesStub([
    { id: 'root', path: '/', loader: () => root, Component: Page, HydrateFallback: Page },
  ]);
  return renderToString(createElement(Stub, { hydrationData: { loaderData: { root } } }));
}

test("the page is rendered between a skip link, header and footer with the company's details", () => {
  const html = frame(null);
  expect(html.indexOf('href="#main"')).toBeLessThan(html.indexOf('<header'));
  expect(html).toMatch(/<main id="main"[^>]*><h1>Here<\/h1><\/main>/);
  for (const text of ['(02) 5550 1234', 'tel:+61255501234', 'mailto:hello@example.com.au', '51 824 753 556']) {
    expect(html).toContain(text);
  }
});

test('a sole trader has one phone and perhaps no hours; pages elsewhere have the names of their sites', () => {
  const { company, brand } = settings;
  const links = ['https://www.facebook.com/harbour', 'https://au.linkedin.com/company/a', 'https://linkedin.com/in/b'];
  const more = { ...brand, hours: '', links: namePages([...links, 'https://harbour.example/%E0%']) };
  const html = frame(null, { company: { ...company, mobile: company.officePhone }, brand: more });
  const footer = html.slice(html.indexOf('<footer'));
  expect(footer.match(/tel:\+61255501234/g)).toHaveLength(1);
  expect(footer).not.toContain('<li></li>');
  const named = [...footer.matchAll(/<a href="[^"]+" rel="me">([^<]+)/g)].map(([, name]) => name);
  expect(named).toEqual(['Facebook', 'LinkedIn: company/a', 'LinkedIn: in/b', 'harbour.example']);
  expect(frame(null)).not.toContain('Our pages elsewhere');
});

test('visitors can sign in; signed-in users see their name and can sign out', () => {
  const unknown = frame(null);
  expect(unknown).toContain('href="/login/"');
  expect(unknown).not.toContain('href="/logout/"');
  const known = frame(member);
  expect(known).toContain('Mei');
  expect(known).toContain('href="/logout/"');
  expect(known).not.toContain('href="/admin/"');
});

test("the settings' message shows, as text", () => {
  const html = frame(null, { systemMessage: 'Closed on <Monday>' });
  expect(html).toContain('Closed on &lt;Monday&gt;');
});

test('the HTML contains nothing specific to one browser, such as the number of items in the cart', () => {
  expect(frame(null)).toMatch(/items in cart: <\/span>0/);
});

test('flags add optional entries to the main bar', () => {
  const labels = (flags: Partial<typeof hidden>, viewer: Viewer | null = null) =>
    mainEntries(viewer, { ...hidden, ...flags }, undefined).map(({ label }) => label);
  expect(labels({})).not.toContain('Shopping');
  expect(labels({ shopping: true, cart: true, login: true })).toEqual(
    expect.arrayContaining(['Shopping', 'My Cart', 'Login']),
  );
  expect(labels({ login: true }, member)).not.toContain('Login');
  expect(labels({ logout: true })).not.toContain('Logout');
});

test('Register and Login go once somebody is known, Admin is for type 3', () => {
  const labels = (viewer: Viewer | null) => accountEntries(viewer).map(({ label }) => label);
  expect(labels(null)).toContain('Login');
  expect(labels(null)).not.toContain('Logout');
  expect(labels(member)).toContain('Logout');
  for (const gone of ['Login', 'Register', 'Admin']) expect(labels(member)).not.toContain(gone);
});
