import type { Block } from '../../content/block-shapes.ts';
import type { PageContent } from '../../content/page-content.ts';
import { isSame } from '../fields/differences.ts';
import { type RemovedItem, withItemBack } from '../fields/list-items.ts';
import { type Path, valueAt } from '../fields/value-at.ts';
import { mergeContent } from './merge-content.ts';

/** Content with its former and undone states. */
export interface ContentHistory {
  past: readonly PageContent[];
  content: PageContent;
  future: readonly PageContent[];
  /** What was changed last, and when. What is typed in one field without a pause is undone in one step. */
  mark: string;
  at: number;
}

export type Step =
  /** `at` is in milliseconds, of any clock. */
  | { type: 'change'; path: Path; value: unknown; at: number }
  | { type: 'blocks'; blocks: PageContent['blocks'] }
  /** Bring back what was deleted, unless it is there again. */
  | { type: 'blockBack'; block: Block; place: number }
  | { type: 'itemBack'; removed: RemovedItem }
  | { type: 'replace'; content: PageContent }
  /** `sent` has been merged with the changes of other people; what was typed meanwhile is added. */
  | { type: 'merged'; sent: PageContent; content: PageContent }
  /** The server has stored `sent` as `content`; what was typed meanwhile stays. */
  | { type: 'saved'; sent: PageContent; content: PageContent }
  | { type: 'undo' }
  | { type: 'redo' };

const mostSteps = 200;
const pauseMs = 1000;

export const startHistory = (content: PageContent): ContentHistory => ({
  past: [],
  content,
  future: [],
  mark: '',
  at: 0,
});

/** The history after a step. */
export function nextHistory(history: ContentHistory, step: Step): ContentHistory {
  const { past, content, future } = history;
  if (step.type === 'saved') return content === step.sent ? { ...history, content: step.content, mark: '' } : history;
  if (step.type === 'undo') {
    const former = past.at(-1);
    if (!former) return history;
    return { ...history, past: past.slice(0, -1), content: former, future: [content, ...future], mark: '' };
  }
  if (step.type === 'redo') {
    const [next, ...rest] = future;
    return next ? { ...history, past: [...past, content], content: next, future: rest, mark: '' } : history;
  }
  const next = afterStep(content, step);
  if (next === content) return history;
  const mark = step.type === 'change' && typeof step.value === 'string' ? step.path.join('.') : '';
  const at = step.type === 'change' ? step.at : 0;
  if (mark !== '' && mark === history.mark && at - history.at < pauseMs)
    return { ...history, content: next, future: [], at };
  return { past: [...past, content].slice(-mostSteps), content: next, future: [], mark, at };
}

type Change = Exclude<Step, { type: 'saved' | 'undo' | 'redo' }>;

/** The same content if the step changes nothing. */
function afterStep(content: PageContent, step: Change): PageContent {
  switch (step.type) {
    case 'replace':
      return isSame(content, step.content) ? content : step.content;
    case 'merged':
      return content === step.sent ? step.content : mergeContent(step.sent, step.content, content).content;
    case 'blocks':
      return { ...content, blocks: step.blocks };
    case 'blockBack': {
      const { blocks } = content;
      if (blocks.some(({ id }) => id === step.block.id)) return content;
      return { ...content, blocks: [...blocks.slice(0, step.place), step.block, ...blocks.slice(step.place)] };
    }
    case 'itemBack':
      return withItemBack(content, step.removed);
    case 'change':
      return valueAt(content, step.path, step.value) as PageContent; // fields change what their shape describes
  }
}
