import type { PageContent } from '../../content/page-content.ts';
import type { Path } from '../fields/fields-context.ts';
import { valueAt } from '../fields/value-at.ts';

/** Content with its former and undone states. */
export interface ContentHistory {
  past: readonly PageContent[];
  content: PageContent;
  future: readonly PageContent[];
  /** What was changed last: further changes of the same are undone together with it. */
  mark: string;
}

export type Step =
  | { type: 'change'; path: Path; value: unknown }
  | { type: 'blocks'; blocks: PageContent['blocks'] }
  | { type: 'replace'; content: PageContent }
  /** The server has stored `sent` as `content`; what was typed meanwhile stays. */
  | { type: 'saved'; sent: PageContent; content: PageContent }
  | { type: 'undo' }
  | { type: 'redo' };

const mostSteps = 200;

export const startHistory = (content: PageContent): ContentHistory => ({ past: [], content, future: [], mark: '' });

/** The history after a step. */
export function nextHistory(history: ContentHistory, step: Step): ContentHistory {
  const { past, content, future } = history;
  if (step.type === 'saved') return content === step.sent ? { ...history, content: step.content, mark: '' } : history;
  if (step.type === 'undo') {
    const former = past.at(-1);
    return former ? { past: past.slice(0, -1), content: former, future: [content, ...future], mark: '' } : history;
  }
  if (step.type === 'redo') {
    const [next, ...rest] = future;
    return next ? { past: [...past, content], content: next, future: rest, mark: '' } : history;
  }
  const next = afterStep(content, step);
  const mark = step.type === 'change' && typeof step.value === 'string' ? step.path.join('.') : '';
  if (mark !== '' && mark === history.mark) return { ...history, content: next, future: [] };
  return { past: [...past, content].slice(-mostSteps), content: next, future: [], mark };
}

function afterStep(content: PageContent, step: Extract<Step, { type: 'change' | 'blocks' | 'replace' }>): PageContent {
  if (step.type === 'replace') return step.content;
  if (step.type === 'blocks') return { ...content, blocks: step.blocks };
  return valueAt(content, step.path, step.value) as PageContent; // fields change what their shape describes
}
