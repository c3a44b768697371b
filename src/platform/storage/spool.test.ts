import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpooledGroups, withSpools } from './spool.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'spools-'));

test('values are read as they were added, in any order and while more are added', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), fc.infiniteStream(fc.nat()), (texts, picks) =>
      withSpools(folder, async (openSpool) => {
        const spool = openSpool<{ text: string }>();
        for (const [place, text] of texts.entries()) {
          expect(spool.add({ text })).toBe(place);
          const [pick = 0] = picks.take(1);
          expect(spool.at(pick % spool.length)).toEqual({ text: texts[pick % spool.length] });
        }
        expect([...spool.batches(3)].flat()).toEqual(texts.map((text) => ({ text })));
      }),
    ),
  ));

test('values that are longer than what is read at once, and many short ones after them', () =>
  withSpools(folder, async (openSpool) => {
    const spool = openSpool<string>();
    const texts = [
      'ä'.repeat(300_000),
      ...Array.from({ length: 50_000 }, (_, place) => `text ${place}`),
      'ß'.repeat(600_000),
    ];
    for (const text of texts) spool.add(text);
    expect([...spool.batches(1_000)].flat()).toEqual(texts);
  }));

test('groups are in the order of their first value', () =>
  withSpools(folder, async (openSpool) => {
    const groups = new SpooledGroups(openSpool<number>());
    for (const [key, value] of [
      ['b', 1],
      ['a', 2],
      ['b', 3],
      ['c', 4],
      ['b', 5],
    ] as const)
      groups.add(key, value);
    expect(groups.keys()).toEqual(['b', 'a', 'c']);
    expect([...groups.groups()]).toEqual([[1, 3, 5], [2], [4]]);
    expect([groups.has('a'), groups.has('d')]).toEqual([true, false]);
  }));

test('nothing is left in the folder, not even while spools are open', () =>
  withSpools(folder, async (openSpool) => {
    const spool = openSpool<string>();
    spool.add('a'.repeat(600_000));
    expect([spool.at(0).length, await readdir(folder)]).toEqual([600_000, []]);
  }));
