import { beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { googleStandIn } from '../../../test/google-stand-in.ts';
import { isLong } from '../../../test/long.ts';

const google = await googleStandIn();
const { ask, log } = await testApp({
  environment: { GOOGLE_MAPS_API_KEY: 'a-key-of-the-test', GOOGLE_MAPS_API_BASE: google.base },
});
const session = '01990000-0000-7000-8000-000000000001';

beforeEach(() => {
  google.weather = 'fair';
  google.calls.length = 0;
  return () => (google.weather = 'fair');
});

const suggest = (q: string, more = '') =>
  ask<unknown>('GET', `/v1/addresses/suggest?q=${encodeURIComponent(q)}${more}`);

test("Google's predictions are suggested, for Australia only, in one session", async () => {
  const { status, body } = await suggest('12 Example St', `&session=${session}`);
  expect(status).toBe(200);
  expect(body).toEqual([
    { id: 'whole', label: '12 Example St, Surry Hills NSW' },
    { id: 'street', label: '12 Example St, Surry Hills NSW' },
  ]);
  expect(google.calls).toMatchObject([
    {
      method: 'POST',
      path: '/v1/places:autocomplete',
      key: 'a-key-of-the-test',
      body: { input: '12 Example St', includedRegionCodes: ['au'], sessionToken: session },
    },
  ]);
});

test('a query that is too short is not sent to Google', async () => {
  expect((await suggest('12')).body).toEqual([]);
  expect(google.calls).toEqual([]);
});

test('a place is returned in parts', async () => {
  const { body } = await ask('GET', `/v1/addresses/whole?session=${session}`);
  expect(body).toEqual({
    fullAddress: 'Unit 3, 12 Example Street, Surry Hills NSW 2010',
    unitNumber: '3',
    streetNumber: '12',
    streetName: 'Example Street',
    city: 'Surry Hills',
    state: 'NSW',
    postcode: '2010',
  });
  expect(google.calls).toMatchObject([
    { method: 'GET', query: { sessionToken: session }, fields: 'addressComponents' },
  ]);
});

test('parts that Google does not know are empty', async () => {
  const { body } = await ask('GET', '/v1/addresses/street');
  expect(body).toMatchObject({ streetNumber: '', unitNumber: '', streetName: 'Example Street' });
});

test.each(['nothing', 'abroad'])('the place %s gets 404', async (id) => {
  const { status, message } = await ask('GET', `/v1/addresses/${id}`);
  expect([status, message]).toEqual([404, 'This address is not known.']);
});

test('no predictions give no suggestions', async () => {
  expect((await suggest('nowhere at all')).body).toEqual([]);
});

test.each([...(isLong ? ['silent' as const] : []), 'garbled' as const, 403, 429, 500])(
  'Google %s: no suggestions, resolving gets 503, and neither the query nor the key is logged',
  async (weather) => {
    google.weather = weather;
    const before = log().length;
    expect((await suggest('99 Private Road')).body).toEqual([]);
    const { status, message } = await ask('GET', '/v1/addresses/whole');
    if (weather === 'garbled') expect(status).toBe(200);
    else expect([status, message]).toEqual([503, 'The address could not be looked up. Please enter it manually.']);
    const logged = log().slice(before);
    expect(logged).toContain("Google's address search failed");
    expect(logged).not.toMatch(/private|a-key-of-the-test/i);
  },
);
