import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#lib/problem.ts';
import { changedMeanwhile } from '#lib/sentences.ts';
import { notify, notifyProblem } from '#ui/notify.tsx';
import { imageSentences } from '../images-contract.ts';
import type { Difference } from './conflict-dialog.tsx';
import type { ImagesTabProps } from './images-tab.tsx';
import { isSame, moved, resting, type Shot, shotsOf, withFiles, withPrimary } from './picture-set.ts';
import { asDataUrl } from './send-picture.ts';
import { storePictures } from './store-pictures.ts';
import { readProduct } from './store-variations.ts';
import type { Product } from './wire.ts';

const listed = (shots: readonly Shot[]): string => shots.map(({ name }) => name).join(', ');

/** The pictures of the page: added, put in order, described, and stored all at once. */
export function useImages({ product, onDirty, onSaved }: ImagesTabProps) {
  const [shots, setShots] = useState<Shot[]>(() => shotsOf(product));
  const [told, setTold] = useState('');
  const shownOf = useRef(product);
  useEffect(() => {
    if (shownOf.current === product) return;
    shownOf.current = product;
    setShots(shotsOf(product));
  }, [product]);
  const isDirty = !isSame(shots, shotsOf(product));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const saving = useSavingImages({ product, onSaved, shots, setShots });
  return {
    ...saving,
    shots,
    isDirty,
    told,
    add: (files: File[]) => {
      const { shots: all, cut } = withFiles(shots, files);
      setShots(all);
      for (const shot of all.slice(shots.length)) void show(shot, setShots);
      if (cut > 0) notifyProblem(imageSentences.tooMany);
    },
    move: (id: string, to: number) => {
      setShots(moved(shots, id, to));
      setTold(`Moved to place ${Math.max(0, Math.min(shots.length - 1, to)) + 1} of ${shots.length}.`);
    },
    pickPrimary: (id: string) => setShots(withPrimary(shots, id)),
    describe: (id: string, altText: string) =>
      setShots(shots.map((shot) => (shot.id === id ? { ...shot, altText } : shot))),
    remove: (id: string) => setShots(shots.filter((shot) => shot.id !== id)),
  };
}

/** The page's policy takes pictures from data, not from the browser's own addresses of files. */
async function show({ id, file, fault }: Shot, setShots: Saving['setShots']): Promise<void> {
  if (!file || fault) return;
  const src = await asDataUrl(file).catch(() => '');
  setShots((now) => now.map((shot) => (shot.id === id ? { ...shot, src } : shot)));
}

interface Saving extends Pick<ImagesTabProps, 'product' | 'onSaved'> {
  shots: Shot[];
  setShots: (next: Shot[] | ((now: Shot[]) => Shot[])) => void;
}

const conflictOf = (theirs: Product, shots: readonly Shot[]): Difference[] => [
  { label: 'Images', theirs: listed(shotsOf(theirs)), mine: listed(shots) },
];

/** Why the pictures as they are can't be stored. */
function faultIn(shots: readonly Shot[]): string | undefined {
  if (shots.length === 0) return imageSentences.none;
  return shots.some(({ fault }) => fault) ? 'Remove the images that can not be taken, and save again.' : undefined;
}

function useSavingImages({ product, onSaved, shots, setShots }: Saving) {
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [theirs, setTheirs] = useState<Product>();
  const report = (id: string, progress: number | undefined): void =>
    setShots((now) =>
      now.map((shot) => (shot.id === id && progress !== undefined ? { ...shot, progress } : resting(shot))),
    );
  const save = async (isLast: boolean): Promise<void> => {
    setTheirs(undefined);
    setRefusal(faultIn(shots));
    if (faultIn(shots)) return;
    setSaving(true);
    try {
      onSaved(await storePictures((isLast && theirs) || product, shots, report));
      notify({ text: imageSentences.updated });
    } catch (error) {
      const why = sentenceOf(error, imageSentences.upload);
      if (why === changedMeanwhile) setTheirs(await readProduct(product.id));
      else setRefusal(why);
      setShots((now) => now.map(resting));
    }
    setSaving(false);
  };
  return {
    isSaving,
    refusal,
    conflict: theirs && conflictOf(theirs, shots),
    save,
    discard: () => {
      setRefusal(undefined);
      setShots(shotsOf(product));
    },
    keepTheirs: () => {
      if (theirs) onSaved(theirs);
      setTheirs(undefined);
    },
    closeConflict: () => setTheirs(undefined),
  };
}
