import { useEffect, useRef, useState } from 'react';
import { errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { imageSentences } from '#catalogue/products/pictures/images-contract.ts';
import type { Difference } from '#ui/overlay/differences.tsx';
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
import { useStoredVersion } from '../use-stored-version.ts';
import { isSameVersion, type Product } from '../wire.ts';

export interface ImagesTabProps {
  product: Product;
  onDirty: (isDirty: boolean) => void;
  onSaved: (product: Product) => void;
  /** Called with the partly saved product while the rest could not be saved. */
  onReached: (product: Product) => void;
}

const listed = (shots: readonly ImageDraft[]): string => shots.map(({ name }) => name).join(', ');

export function useImages({ product, onDirty, onSaved, onReached }: ImagesTabProps) {
  const [shots, setShots] = useState<ImageDraft[]>(() => imageDraftsOf(product));
  const [announcement, setAnnouncement] = useState('');
  const shownProduct = useRef(product);
  const carried = useRef<readonly ImageDraft[]>(undefined);
  useEffect(() => {
    if (isSameVersion(shownProduct.current, product)) return;
    shownProduct.current = product;
    setShots([...(carried.current ?? imageDraftsOf(product))]);
    carried.current = undefined;
  }, [product]);
  const isDirty = !isSame(shots, imageDraftsOf(product));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  /** Unsaved pictures stay on the page. */
  const carry = (half: StoredSoFar | undefined): void => {
    setShots((now) => now.map(withoutProgress));
    carried.current = half?.shots.map(withoutProgress);
    if (half) onReached(half.base);
  };
  const saving = useSavingImages({ product, onSaved, shots, setShots, carry });
  return {
    ...saving,
    shots,
    isDirty,
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
async function show({ id, file, fault }: ImageDraft, setShots: Saving['setShots']): Promise<void> {
  if (!file || fault) return;
  const src = await asDataUrl(file).catch(() => '');
  setShots((now) => now.map((shot) => (shot.id === id ? { ...shot, src } : shot)));
}

interface Saving extends Pick<ImagesTabProps, 'product' | 'onSaved'> {
  shots: ImageDraft[];
  setShots: (next: ImageDraft[] | ((now: ImageDraft[]) => ImageDraft[])) => void;
  carry: (half: StoredSoFar | undefined) => void;
}

function conflictOf(stored: Product, shots: readonly ImageDraft[]): Difference[] {
  const [theirs, mine] = [listed(imageDraftsOf(stored)), listed(shots)];
  return theirs === mine ? [] : [{ label: 'Images', theirs, mine }];
}

const uploadCallbacks = (setShots: Saving['setShots'], reached: StoredSoFar[]) => ({
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

function useSavingImages({ product, onSaved, shots, setShots, carry }: Saving) {
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { theirs, forget, ...reading } = useStoredVersion(() => readProduct(product.id));
  const save = async (isLast: boolean): Promise<void> => {
    forget();
    setRefusal(faultIn(shots));
    if (faultIn(shots)) return;
    setSaving(true);
    const reached: StoredSoFar[] = [];
    try {
      onSaved(await storePictures((isLast && theirs) || product, shots, uploadCallbacks(setShots, reached)));
      notify({ text: imageSentences.updated });
    } catch (error) {
      carry(reached.at(-1));
      const why = errorMessageOf(error, imageSentences.upload);
      if (why === changedBySomeoneElse) await reading.retry();
      else setRefusal(why);
    } finally {
      setSaving(false);
    }
  };
  return {
    isSaving,
    refusal,
    ...reading,
    conflict: theirs && conflictOf(theirs, shots),
    save,
    discard: () => {
      setRefusal(undefined);
      forget();
      setShots(imageDraftsOf(product));
    },
    keepTheirs: () => {
      if (theirs) onSaved(theirs);
      forget();
    },
    closeConflict: forget,
  };
}
