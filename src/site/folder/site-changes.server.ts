import type { RecordKind } from '../content/record-shapes.ts';
import { isChanged } from './apply-import.server.ts';
import type { SiteChange } from './contract.ts';
import type { LibraryPlan } from './pictures-of-folder.server.ts';
import type { PlannedPage, SitePlan } from './plan-import.server.ts';
import type { StoredSite } from './stored-site.server.ts';

const change = (kind: SiteChange['kind'], change: SiteChange['change'], name: string, note = ''): SiteChange => ({
  kind,
  change,
  name,
  note,
});

/** What an import makes, changes and removes, in words. */
export function changesOf(plan: SitePlan, library: LibraryPlan, site: StoredSite): SiteChange[] {
  return [
    ...plan.pages.map((page) => pageChange(page, site)),
    ...plan.removedPages.map(({ title, path }) => change('page', 'removed', title, path)),
    ...plan.records.flatMap(({ kind, content, before }) => {
      if (before && !isChanged({ content, before })) return [];
      return [change(kind, before ? 'changed' : 'added', titleOf(content), missingIn([content], site).join(' '))];
    }),
    ...plan.removedRecords.map(({ kind, content }) => change(kind, 'removed', titleOf(content))),
    ...reorderedKinds(plan, site).map((kind) => change(kind, 'changed', 'Order of the list')),
    ...(plan.menus ? [change('menus', 'changed', 'Main bar and foot')] : []),
    ...plan.formerAddresses.map(({ key }) => change('formerAddress', 'added', `/${key}`)),
    ...library.added.map(({ name, alt }) => change('picture', 'added', name, alt)),
    ...library.changed.map(({ name, alt }) => change('picture', 'changed', name, alt)),
  ];
}

function pageChange({ content, before }: PlannedPage, site: StoredSite): SiteChange {
  const { title, path, blocks } = content;
  const missing = missingIn(blocks, site);
  if (!before) return change('page', 'added', title, missing.length > 0 ? `${path}. ${missing.join(' ')}` : path);
  const notes = [
    before.isRemoved ? 'It had been removed.' : '',
    before.path === path ? '' : `${before.path} becomes ${path}.`,
    before.hasChanges ? 'Its unpublished changes stay in its draft.' : '',
    ...missing,
  ];
  return change('page', before.isRemoved ? 'added' : 'changed', title, notes.filter(Boolean).join(' ') || path);
}

/**
 * A sentence for each form and category that these blocks or records name and that does not exist. This is not a fault, because a site may
 * be imported before its forms and its catalogue.
 */
function missingIn(named: readonly object[], { forms, categories }: StoredSite): string[] {
  const sentences = named.flatMap((one) => {
    const { form = '', category = '' } = one as { form?: string; category?: string }; // by their shapes
    return [
      ...(form === '' || forms.has(form) ? [] : [`There is no form “${form}” yet.`]),
      ...(category === '' || categories.has(category) ? [] : [`The shop has no category “${category}” yet.`]),
    ];
  });
  return [...new Set(sentences)];
}

/** Records have a name or a question. */
function titleOf(content: object): string {
  const { name, question } = content as { name?: string; question?: string }; // by their shapes
  return name ?? question ?? '';
}

/** The lists whose records have a new order, not counting records that are added or removed. */
function reorderedKinds({ records }: SitePlan, site: StoredSite): RecordKind[] {
  const kept = records.flatMap(({ kind, before }) => (before ? [{ kind, id: before.id }] : []));
  const kinds = [...new Set(kept.map(({ kind }) => kind))];
  return kinds.filter((kind) => {
    const ids = kept.filter((one) => one.kind === kind).map(({ id }) => id);
    const former = site.records.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    return ids.join(' ') !== former.join(' ');
  });
}
