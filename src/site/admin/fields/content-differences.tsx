import { smallPicture } from '#site-pictures/site-picture.tsx';
import { Differences } from '#ui/overlay/field-differences.tsx';
import type { PictureRef } from '../../content/content-fields.ts';
import { type Differing, inWords, isObject, isPicture } from './differences.ts';
import { useFields } from './fields-context.ts';
import styles from './fields.module.css';
import { usePictures } from './use-pictures.ts';

/** The ids of the pictures in a value. */
function picturesIn(value: unknown): string[] {
  if (isPicture(value)) return [value.picture];
  if (Array.isArray(value)) return value.flatMap(picturesIn);
  return isObject(value) ? Object.values(value).flatMap(picturesIn) : [];
}

interface ContentDifferencesProps {
  differing: readonly Differing[];
  /** The headings of the two columns. */
  theirs: string;
  mine: string;
}

/** The differences between two contents, side by side and as readers know them: names instead of ids. */
export function ContentDifferences({ differing, ...headings }: ContentDifferencesProps) {
  const { choices, pictures } = useFields();
  usePictures([...new Set(differing.flatMap(({ theirs, mine }) => picturesIn([theirs, mine])))]);
  const picture = ({ picture: id, alt }: PictureRef) => {
    const shown = pictures.get(id);
    return (
      <span className={styles.shown}>
        {shown && <img src={smallPicture(shown)} alt="" width={64} height={48} />}
        {alt ?? (shown?.alt || 'A picture without a description')}
      </span>
    );
  };
  return <Differences differences={inWords(differing, { choices, picture })} {...headings} />;
}
