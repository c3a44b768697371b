import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapConcurrently } from './map-concurrently.ts';

test('results are in the order of the items, and at most the limit run at once', async () => {
  let [running, most] = [0, 0];
  const doubled = await mapConcurrently([5, 1, 4, 2, 3], 2, async (item) => {
    most = Math.max(most, ++running);
    await sleep(item);
    running--;
    return item * 2;
  });
  expect(doubled).toEqual([10, 2, 8, 4, 6]);
  expect(most).toBe(2);
});

test('a failure starts no more, and is thrown once the others have ended', async () => {
  const ended: number[] = [];
  const failing = mapConcurrently([1, 2, 3, 4], 2, async (item) => {
    if (item === 1) throw new Error('failed');
    await sleep(5);
    ended.push(item);
  });
  await expect(failing).rejects.toThrow('failed');
  expect(ended).toEqual([2]);
});
