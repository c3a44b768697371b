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
} from './picture-set.ts';
import { asDataUrl } from './send-picture.ts';
import { type StoredSoFar, storePictures } from './store-pictures.ts';
import { readProduct } from '../variations/store-variations.ts';
import { useNewVersion, useSaving } from '../saving.ts';
import type { Product } from '../wire.ts';

export interface ImagesTabProps {
  product: Product;
  onDirty: (isDirty: boolean) => void;
  onSaved: (product: Product) => void;
  /** Called with the partly saved product while the rest could not be saved. */
  onReached: (product: Product) => void;
}

type SetShots = (next: (now: ImageDraft[]) => ImageDraft[]) => void;

const listed = (shots: readonly ImageDraft[]): string => shots.map(({ name }) => name).join(', ');

export function useImages({ product, onDirty, onSaved, onReached }: ImagesTabProps) {
  const [shots, setShots] = useState<ImageDraft[]>(() => imageDraftsOf(product));
  const [announcement, setAnnouncement] = useState('');
  const carried = useRef<readonly ImageDraft[]>(undefined);
  useNewVersion(product, () => {
    setShots([...(carried.current ?? imageDraftsOf(product))]);
    carried.current = undefined;
  });
  const isDirty = !isSame(shots, imageDraftsOf(product));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  /** Unsaved pictures stay on the page. */
  const carry = (half: StoredSoFar | undefined): void => {
    setShots((now) => now.map(withoutProgress));
    carried.current = half?.shots.map(withoutProgress);
    if (half) onReached(half.base);
  };
  const { theirs, setRefusal, forget, run, ...saving } = useSaving({
    read: () => readProduct(product.id),
    show: onSaved,
    fallback: imageSentences.upload,
  });
  const save = async (isLast: boolean): Promise<void> => {
    const fault = faultIn(shots);
    if (fault) {
      forget();
      return setRefusal(fault);
    }
    const reached: StoredSoFar[] = [];
    await run(
      async () => {
        onSaved(await storePictures((isLast && theirs) || product, shots, uploadCallbacks(setShots, reached)));
        notify({ text: imageSentences.updated });
      },
      () => carry(reached.at(-1)),
    );
  };
  return {
    ...saving,
    shots,
    isDirty,
    conflict: theirs && conflictOf(theirs, shots),
    save,
    discard: () => {
      forget();
      setShots(imageDraftsOf(product));
    },
    announcement,
    add: (files: File[]) => {
      const { shots: all, cut } = withFiles(shots, files);
      setShots(all);
      for (const shot of all.slice(shots.length)) void show(shot, setShots);
      if (cut > 0) notifyProblem(imageSentences.tooMany);
    },
    move: (id: string, to: number) => {
      setShots(move(shots, id, to));
      setAnnouncement(`Moved to place ${Math.max(0, Math.min(shots.length - 1, to)) + 1} of ${shots.length}.`);
    },
    pickPrimary: (id: string) => setShots(withPrimary(shots, id)),
    describe: (id: string, altText: string) => setShots(withChange(shots, id, { altText })),
    show: (id: string, optionId: string | null) => setShots(withChange(shots, id, { optionId })),
    remove: (id: string) => setShots(shots.filter((shot) => shot.id !== id)),
  };
}

/** The page's policy allows images from data URLs, not blob URLs. */
async function show({ id, file, fault }: ImageDraft, setShots: SetShots): Promise<void> {
  if (!file || fault) return;
  const src = await asDataUrl(file).catch(() => '');
  setShots((now) => now.map((shot) => (shot.id === id ? { ...shot, src } : shot)));
}

function conflictOf(stored: Product, shots: readonly ImageDraft[]): Difference[] {
  const [theirs, mine] = [listed(imageDraftsOf(stored)), listed(shots)];
  return theirs === mine ? [] : [{ label: 'Images', theirs, mine }];
}

const uploadCallbacks = (setShots: SetShots, reached: StoredSoFar[]) => ({
  report: (id: string, progress: number | undefined): void =>
    setShots((now) =>
      now.map((shot) => (shot.id === id && progress !== undefined ? { ...shot, progress } : withoutProgress(shot))),
    ),
  reached: (now: StoredSoFar): void => void reached.push({ ...now }),
});

function faultIn(shots: readonly ImageDraft[]): string | undefined {
  if (shots.length === 0) return imageSentences.none;
  return shots.some(({ fault }) => fault) ? 'Remove the images that cannot be used, and save again.' : undefined;
}
