import { slug } from '#lib/text/slug.ts';
import type { Path } from './fields/value-at.ts';
import type { EditedRecord } from './records-contract.ts';

type Content = EditedRecord['content'];

/** A group of questions. */
export interface Group {
  anchor: string;
  title: string;
}

export const groupOf = (content: Content): Group | undefined => content['group'] as Group | undefined; // of the shape of questions

const longest = 80;
const nameFor = (text: string): string => slug(text).slice(0, longest);

interface Typed {
  stored: EditedRecord;
  /** The content before the change. */
  content: Content;
  isNew: boolean;
  groups: readonly Group[];
  path: Path;
  value: unknown;
}

/**
 * The name in links follows another field until it is changed by itself: that of a new record follows the record's name, that of a group
 * the group's title. Typing the title of another group chooses that group.
 */
export function followingAnchor({ stored, content, isNew, groups, path, value }: Typed) {
  const text = String(value);
  const group = groupOf(content);
  if (group && path.join('.') === 'group.title') {
    const known = groups.find(({ title }) => title === text);
    const isOfGroup = groups.some(({ title, anchor }) => title === group.title && anchor === group.anchor);
    if (!known && !isOfGroup && group.anchor !== nameFor(group.title)) return undefined;
    // While a title is being typed, it may for a moment equal the title of another group.
    return { path: ['group', 'anchor'], value: known?.anchor ?? (groupOf(stored.content)?.anchor || nameFor(text)) };
  }
  const [name = ''] = path;
  if (!isNew || !['name', 'question'].includes(String(name)) || !('anchor' in content)) return undefined;
  return content['anchor'] === nameFor(String(content[name])) ? { path: ['anchor'], value: nameFor(text) } : undefined;
}
