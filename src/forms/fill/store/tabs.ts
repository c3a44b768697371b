import type { Answer } from '#forms/rules/values.ts';

/** What tabs with the same form tell one another. */
export type TabNews =
  | { kind: 'answered'; key: string; answer: Answer }
  /** A tab has opened: who has typed something tells it all. */
  | { kind: 'opened' }
  | { kind: 'all'; answers: ReadonlyMap<string, Answer> }
  | { kind: 'sent' };

export interface Tabs {
  tell(news: TabNews): void;
  close(): void;
}

/** Other tabs of this browser with the same draft; where a browser knows none, each stands alone. */
export function otherTabs(place: string, hear: (news: TabNews) => void): Tabs {
  if (!('BroadcastChannel' in window)) return { tell: () => {}, close: () => {} };
  const channel = new BroadcastChannel(`spruce-form:${place}`);
  channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => hear(data));
  return { tell: (news) => channel.postMessage(news), close: () => channel.close() };
}
