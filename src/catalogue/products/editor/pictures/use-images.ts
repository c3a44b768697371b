import { useEffect, useRef, useState } from 'react';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { imageSentences } from '#catalogue/products/pictures/images-contract.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import {
  isSame,
  move,
  withoutProgress,
  type ImageDraft,
  imageDraftsOf,
  withChange,
  withFiles,
  withPrimary,
} from './image-drafts.ts';
import { dataUrlOf } from '../data-url.ts';
import { type StoredSoFar, storePictures } from './store-pictures.ts';
import { readProduct } from '../read-product.ts';
import { useNewVersion, useSaving } from '../use-saving.ts';
import type { Product } from '../product-types.ts';

export interface ImagesTabProps {
  product: Product;
  onDirty: (isDirty: boolean) => void;
  onSaved: (product: Product) => void;
  /** Called with what is saved so far, if the rest could not be saved. */
  onReached: (product: Product) => void;
}

type SetDrafts = (next: (now: ImageDraft[]) => ImageDraft[]) => void;

const namesOf = (drafts: readonly ImageDraft[]): string => drafts.map(({ name }) => name).join(', ');

export function useImages({ product, onDirty, onSaved, onReached }: ImagesTabProps) {
  const [drafts, setDrafts] = useState<ImageDraft[]>(() => imageDraftsOf(product));
  const [announcement, setAnnouncement] = useState('');
  /** The pictures to show with the next version of the product; undefined to show the stored ones. */
  const nextDrafts = useRef<readonly ImageDraft[]>(undefined);
  useNewVersion(product, () => {
    setDrafts([...(nextDrafts.current ?? imageDraftsOf(product))]);
    nextDrafts.current = undefined;
  });
  const isDirty = !isSame(drafts, imageDraftsOf(product));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  /** Shows what is saved so far; pictures that are not saved stay on the page. */
  const showPartlySaved = (saved: StoredSoFar | undefined): void => {
    setDrafts((now) => now.map(withoutProgress));
    nextDrafts.current = saved?.drafts.map(withoutProgress);
    if (saved) onReached(saved.base);
  };
  const { theirs, setRefusal, forget, run, ...saving } = useSaving({
    read: () => readProduct(product.id),
    show: onSaved,
    fallback: imageSentences.upload,
  });
  const save = async (isOverwriting: boolean): Promise<void> => {
    const fault = faultIn(drafts);
    if (fault) {
      forget();
      return setRefusal(fault);
    }
    const reached: StoredSoFar[] = [];
    await run(
      async () => {
        onSaved(await storePictures((isOverwriting && theirs) || product, drafts, uploadCallbacks(setDrafts, reached)));
        notify({ text: imageSentences.updated });
      },
      () => showPartlySaved(reached.at(-1)),
    );
  };
  return {
    ...saving,
    drafts,
    isDirty,
    conflict: theirs && conflictOf(theirs, drafts),
    save,
    discard: () => {
      forget();
      setDrafts(imageDraftsOf(product));
    },
    announcement,
    add: (files: File[]) => {
      const { drafts: all, tooMany } = withFiles(drafts, files);
      setDrafts(all);
      for (const draft of all.slice(drafts.length)) void readFile(draft, setDrafts);
      if (tooMany > 0) notifyProblem(imageSentences.tooMany);
    },
    move: (id: string, to: number) => {
      setDrafts((now) => move(now, id, to));
      setAnnouncement(`Moved to position ${Math.max(0, Math.min(drafts.length - 1, to)) + 1} of ${drafts.length}.`);
    },
    pickPrimary: (id: string) => setDrafts((now) => withPrimary(now, id)),
    describe: (id: string, altText: string) => setDrafts((now) => withChange(now, id, { altText })),
    show: (id: string, optionId: string | null) => setDrafts((now) => withChange(now, id, { optionId })),
    remove: (id: string) => setDrafts((now) => now.filter((draft) => draft.id !== id)),
  };
}

/** Reads the file of a new picture to show it. As a data URL, because the page's security policy forbids blob URLs. */
async function readFile({ id, file, fault }: ImageDraft, setDrafts: SetDrafts): Promise<void> {
  if (!file || fault) return;
  const src = await dataUrlOf(file).catch(() => '');
  setDrafts((now) => now.map((draft) => (draft.id === id ? { ...draft, src } : draft)));
}

function conflictOf(stored: Product, drafts: readonly ImageDraft[]): Difference[] {
  const [theirs, mine] = [namesOf(imageDraftsOf(stored)), namesOf(drafts)];
  return theirs === mine ? [] : [{ label: 'Images', theirs, mine }];
}

const uploadCallbacks = (setDrafts: SetDrafts, reached: StoredSoFar[]) => ({
  report: (id: string, progress: number | undefined): void =>
    setDrafts((now) =>
      now.map((draft) => (draft.id === id && progress !== undefined ? { ...draft, progress } : withoutProgress(draft))),
    ),
  reached: (now: StoredSoFar): void => void reached.push({ ...now }),
});

function faultIn(drafts: readonly ImageDraft[]): string | undefined {
  if (drafts.length === 0) return imageSentences.none;
  return drafts.some(({ fault }) => fault) ? 'Remove the images that cannot be used, and save again.' : undefined;
}
