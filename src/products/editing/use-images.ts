import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api.ts';
import { Problem, sentenceOf } from '#lib/problem.ts';
import { changedMeanwhile } from '#lib/sentences.ts';
import { notify, notifyProblem } from '#ui/notify.tsx';
import type { getManagedProduct } from '../contract.ts';
import { type arrangeProductImages, imageSentences, mostImages, type uploadProductImages } from '../images-contract.ts';
import type { Difference } from './conflict-dialog.tsx';
import type { ImagesTabProps } from './images-tab.tsx';
import { isSame, moved, type Shot, shotsOf, withFiles, withPrimary } from './picture-set.ts';
import { asDataUrl, sendPicture } from './send-picture.ts';
import type { Product } from './wire.ts';

const listed = (shots: readonly Shot[]): string => shots.map(({ name }) => name).join(', ');

/** The pictures of the page, and how they are stored: new ones one after the other, then their order. */
export function useImages({ product, onDirty, onSaved }: ImagesTabProps) {
  const [shots, setShots] = useState<Shot[]>(() => shotsOf(product));
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [told, setTold] = useState('');
  const [theirs, setTheirs] = useState<Product>();
  const shownOf = useRef(product);
  useEffect(() => {
    if (shownOf.current === product) return;
    shownOf.current = product;
    setShots(shotsOf(product));
  }, [product]);
  const isDirty = !isSame(shots, shotsOf(product));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const add = (files: File[]): void => {
    const { shots: all, cut } = withFiles(shots, files, (file) => URL.createObjectURL(file));
    setShots(all);
    if (cut > 0) notifyProblem(imageSentences.tooMany);
  };
  const refuse = async (error: unknown): Promise<void> => {
    const why = sentenceOf(error, imageSentences.upload);
    if (why === changedMeanwhile) setTheirs(await read(product.id));
    else setRefusal(why);
  };
  const save = async (isLast: boolean): Promise<void> => {
    setTheirs(undefined);
    setRefusal(shots.length === 0 ? imageSentences.none : undefined);
    if (shots.length === 0) return;
    if (shots.some(({ fault }) => fault)) return setRefusal('Remove the images that can not be taken, and save again.');
    setSaving(true);
    const report = (id: string, progress: number | undefined) =>
      setShots((now) =>
        now.map(({ progress: _, ...shot }) =>
          shot.id !== id || progress === undefined ? shot : { ...shot, progress },
        ),
      );
    try {
      await store(product, shots, { isLast, report });
      onSaved(await read(product.id));
      notify({ text: imageSentences.updated });
    } catch (error) {
      await refuse(error);
    } finally {
      setSaving(false);
      setShots((now) => now.map(({ progress: _, ...shot }) => shot));
    }
  };
  const conflict: Difference[] | undefined = theirs && [
    { label: 'Images', theirs: listed(shotsOf(theirs)), mine: listed(shots) },
  ];
  return {
    shots,
    add,
    isDirty,
    isSaving,
    refusal,
    told,
    conflict,
    save,
    move: (id: string, to: number) => {
      setShots(moved(shots, id, to));
      setTold(`Moved to place ${Math.max(0, Math.min(shots.length - 1, to)) + 1} of ${shots.length}.`);
    },
    pickPrimary: (id: string) => setShots(withPrimary(shots, id)),
    describe: (id: string, altText: string) =>
      setShots(shots.map((shot) => (shot.id === id ? { ...shot, altText } : shot))),
    remove: (id: string) => setShots(shots.filter((shot) => shot.id !== id)),
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

const read = (id: string): Promise<Product> =>
  call<typeof getManagedProduct>('GET /v1/manage-products/{id}', { params: { id } });

interface Storing {
  /** Over what somebody else has stored meanwhile. */
  isLast: boolean;
  report: (id: string, progress: number | undefined) => void;
}

const arrange = (id: string, shots: readonly Shot[], version: number | undefined) => {
  const images = shots.map(({ id: image, altText, isPrimary }) => ({ id: image, altText, isPrimary }));
  return call<typeof arrangeProductImages>('PUT /v1/manage-products/{id}/images', {
    params: { id },
    body: { images, ...(version !== undefined && { version }) },
  });
};

/** What goes makes room first; then new pictures are sent one by one; at last all are put in order. */
async function store(product: Product, shots: readonly Shot[], { isLast, report }: Storing): Promise<void> {
  const { id, images } = product;
  const kept = shots.filter(({ file }) => !file);
  if (kept.length === 0 && images.length > 0) return replace(product, shots, isLast);
  const version = isLast ? undefined : product.version;
  const isTight = images.length + shots.length - kept.length > mostImages;
  if (version !== undefined && !isTight) await demandVersion(product);
  if (isTight) await arrange(id, kept, version);
  const stored: Shot[] = [];
  for (const shot of shots) {
    if (!shot.file) {
      stored.push(shot);
      continue;
    }
    const body = { name: shot.name, data: await asDataUrl(shot.file), altText: shot.altText };
    const added = await sendPicture(id, body, (progress) => report(shot.id, progress));
    report(shot.id, undefined);
    stored.push({ ...shot, id: added.id });
  }
  await arrange(id, stored, undefined);
}

/** Sent pictures raise the version themselves, so it is looked at before the first. */
async function demandVersion({ id, version }: Product): Promise<void> {
  if ((await read(id)).version !== version) throw new Problem(409, changedMeanwhile);
}

/** None of the old ones stays: the whole set goes at once, since a product is never without. */
async function replace({ id, version }: Product, shots: readonly Shot[], isLast: boolean): Promise<void> {
  const images = await Promise.all(
    shots.map(async ({ name, altText, isPrimary, size, file }) => ({
      ...{ name, altText, isPrimary, size },
      data: file ? await asDataUrl(file) : '',
    })),
  );
  const body = { id, productImages: JSON.stringify(images), ...(!isLast && { version }) };
  await call<typeof uploadProductImages>('POST /v1/manage-products/upload', { body });
}
