import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received call, as far as tests check it. */
export interface GoogleCall {
  method: string;
  path: string;
  query: Record<string, string>;
  key: string | undefined;
  fields: string | undefined;
  body: Record<string, unknown> | undefined;
}

export interface GoogleStandIn {
  /** For `GOOGLE_MAPS_API_BASE`. */
  base: string;
  /** The behaviour of the next calls: normal, an error with that status, no response, or malformed JSON. */
  weather: 'fair' | 'silent' | 'garbled' | number;
  calls: GoogleCall[];
  close(): Promise<void>;
}

const component = (longText: string, shortText: string, ...types: string[]) => ({ longText, shortText, types });

const street = [
  component('Example Street', 'Example St', 'route'),
  component('Surry Hills', 'Surry Hills', 'locality', 'political'),
  component('New South Wales', 'NSW', 'administrative_area_level_1', 'political'),
  component('Australia', 'AU', 'country', 'political'),
  component('2010', '2010', 'postal_code'),
];

/** Places by id, in the format of Place Details. */
const places: Record<string, object[]> = {
  whole: [component('Unit 3', '3', 'subpremise'), component('12', '12', 'street_number'), ...street],
  street,
  abroad: [component('12', '12', 'street_number'), component('New Zealand', 'NZ', 'country', 'political')],
};

/** A local stand-in for the Places API (New): autocomplete and place details, as documented. */
export async function googleStandIn(): Promise<GoogleStandIn> {
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      standIn.calls.push(call);
      if (standIn.weather === 'silent') return;
      const { status, text } = answerTo(call, standIn.weather);
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });
  const standIn: GoogleStandIn = {
    base: '',
    weather: 'fair',
    calls: [],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  standIn.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on a port, not a socket
  return standIn;
}

async function readCall(request: IncomingMessage): Promise<GoogleCall> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const url = new URL(request.url ?? '/', 'http://localhost');
  const header = (name: string) => request.headers[name]?.toString();
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    key: header('x-goog-api-key'),
    fields: header('x-goog-fieldmask'),
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>), // the provider sends objects
  };
}

function answerTo(call: GoogleCall, weather: GoogleStandIn['weather']): { status: number; text: string } {
  if (weather === 'garbled') return { status: 200, text: '{"suggestions":[{"placePrediction":{}}]}' };
  if (typeof weather === 'number')
    return { status: weather, text: JSON.stringify({ error: { code: weather, message: `Refused: ${call.path}` } }) };
  if (call.path === '/v1/places:autocomplete')
    return { status: 200, text: predictionsFor(String(call.body?.['input'])) };
  const components = places[call.path.replace('/v1/places/', '')];
  return components
    ? { status: 200, text: JSON.stringify({ addressComponents: components }) }
    : { status: 400, text: JSON.stringify({ error: { code: 400, status: 'INVALID_ARGUMENT' } }) };
}

/** Google omits the list if it has no predictions. */
const predictionsFor = (input: string): string =>
  input.includes('nowhere')
    ? '{}'
    : JSON.stringify({
        suggestions: ['whole', 'street'].map((placeId) => ({
          placePrediction: { placeId, text: { text: `${input}, Surry Hills NSW, Australia` } },
        })),
      });
