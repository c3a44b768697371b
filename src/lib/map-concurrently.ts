/**
 * The results of `map` for each item, in the items' order; at most `limit` run at once. After a failure no more are started, and
 * the failure is thrown once those that run have ended.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const remaining = items.entries(); // shared: each runner takes the next item
  let hasFailed = false;
  const run = async (): Promise<void> => {
    for (const [index, item] of remaining) {
      if (hasFailed) return;
      try {
        results[index] = await map(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const runs = await Promise.allSettled(Array.from({ length: limit }, run));
  for (const ended of runs) if (ended.status === 'rejected') throw ended.reason;
  return results;
}
