import type { Answer } from '#forms/rules/answer-values.ts';

/** Messages between tabs that show the same form. */
export type TabMessage =
  | { kind: 'answered'; key: string; answer: Answer }
  /** A tab was opened; tabs with changes reply with `all`. */
  | { kind: 'opened' }
  | { kind: 'all'; answers: ReadonlyMap<string, Answer> }
  | { kind: 'sent' };

export interface TabChannel {
  send(message: TabMessage): void;
  close(): void;
}

/** Connects the tabs that have the same draft open. Does nothing in browsers without BroadcastChannel. */
export function connectTabs(draftKey: string, onMessage: (message: TabMessage) => void): TabChannel {
  if (!('BroadcastChannel' in window)) return { send: () => {}, close: () => {} };
  const channel = new BroadcastChannel(`shop-form:${draftKey}`);
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data));
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}
