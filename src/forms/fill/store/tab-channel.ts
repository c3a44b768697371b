import type { Answer } from '#forms/rules/answer-values.ts';

/** Messages between tabs with the same form. */
export type TabMessage =
  | { kind: 'answered'; key: string; answer: Answer }
  /** A tab was opened; tabs with changes reply with `all`. */
  | { kind: 'opened' }
  | { kind: 'all'; answers: ReadonlyMap<string, Answer> }
  | { kind: 'sent' };

export interface TabChannel {
  send(news: TabMessage): void;
  close(): void;
}

/** Connects tabs with the same draft; does nothing in browsers without BroadcastChannel. */
export function connectTabs(place: string, onMessage: (news: TabMessage) => void): TabChannel {
  if (!('BroadcastChannel' in window)) return { send: () => {}, close: () => {} };
  const channel = new BroadcastChannel(`spruce-form:${place}`);
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data));
  return { send: (news) => channel.postMessage(news), close: () => channel.close() };
}
