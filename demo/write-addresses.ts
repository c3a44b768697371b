/** Writes `demo/addresses`: invented streets in real suburbs, in the format of G-NAF. `node demo/write-addresses.ts` */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type GnafPlace, type GnafStreet, type GnafValues, writeGnaf } from '../test/gnaf.ts';

const suburbs: Record<string, [name: string, postcode: string][]> = {
  ACT: [
    ['Braddon', '2612'],
    ['Belconnen', '2617'],
    ['Tuggeranong', '2900'],
  ],
  NSW: [
    ['Sydney', '2000'],
    ['Surry Hills', '2010'],
    ['Parramatta', '2150'],
    ['Marrickville', '2204'],
    ['Newcastle', '2300'],
    ['Wollongong', '2500'],
  ],
  NT: [
    ['Darwin City', '0800'],
    ['Alice Springs', '0870'],
  ],
  QLD: [
    ['Brisbane City', '4000'],
    ['Fortitude Valley', '4006'],
    ['Southport', '4215'],
    ['Cairns City', '4870'],
  ],
  SA: [
    ['Adelaide', '5000'],
    ['Glenelg', '5045'],
    ['Norwood', '5067'],
  ],
  TAS: [
    ['Hobart', '7000'],
    ['Launceston', '7250'],
  ],
  VIC: [
    ['Melbourne', '3000'],
    ['Carlton', '3053'],
    ['Richmond', '3121'],
    ['Geelong', '3220'],
  ],
  WA: [
    ['Perth', '6000'],
    ['Fremantle', '6160'],
    ['Subiaco', '6008'],
  ],
};

/** Invented streets, as their names show. */
const streets: [name: string, type: string][] = [
  ['Featherduster', 'Lane'],
  ['Mopbucket', 'Road'],
  ['Sparkle', 'Avenue'],
  ['Soapsuds', 'Parade'],
  ['Squeegee', 'Court'],
  ['Broomhandle', 'Terrace'],
  ['Dustpan', 'Crescent'],
  ['Lemonscent', 'Drive'],
  ['Spotless', 'Place'],
];
const streetsPerSuburb = 2;

const flat = (number: number, unit: number): GnafValues => ({
  NUMBER_FIRST: number,
  FLAT_TYPE_CODE: 'UNIT',
  FLAT_NUMBER: unit,
});

/** An address of each kind: houses, a letter, a range, a lot, a shop, units. */
const addresses: GnafStreet['addresses'] = [
  2,
  7,
  12,
  { NUMBER_FIRST: 12, NUMBER_FIRST_SUFFIX: 'A' },
  { NUMBER_FIRST: 16, NUMBER_LAST: 20 },
  25,
  flat(25, 1),
  flat(25, 2),
  flat(25, 3),
  { NUMBER_FIRST: 31, FLAT_TYPE_CODE: 'SHOP', FLAT_NUMBER: 4 },
  { LOT_NUMBER: 48 },
];

/** The company's own address in the demo, and the one that the address field gives as an example. */
const special: Record<string, GnafStreet> = {
  Marrickville: { name: 'Carriage Works', type: 'Lane', addresses: [25, 27, flat(27, 3), flat(27, 4), flat(27, 5)] },
  Sydney: { name: 'Example', type: 'Street', addresses },
  Melbourne: { name: 'Example', type: 'Street', addresses },
};

let turn = 0;
const placeOf = ([name, postcode]: [string, string]): GnafPlace => {
  const usual = Array.from(
    { length: streetsPerSuburb },
    () => streets[turn++ % streets.length] ?? ['Sparkle', 'Avenue'],
  );
  const own = special[name];
  return {
    name,
    postcode,
    streets: [...(own ? [own] : []), ...usual.map(([street = '', type = '']) => ({ name: street, type, addresses }))],
  };
};

const folder = join(import.meta.dirname, 'addresses');
await rm(folder, { recursive: true, force: true });
await writeGnaf(
  folder,
  Object.fromEntries(Object.entries(suburbs).map(([state, places]) => [state, places.map(placeOf)])),
);
