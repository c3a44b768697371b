import type { Picture } from '../contract.ts';
import { smallPicture } from '../site-picture.tsx';
import { type Crop, placeInFrame, type Point } from './crop.ts';
import styles from './picture-previews.module.css';

const frames = [
  { label: 'Wide', ratio: 5 / 2 },
  { label: 'Square', ratio: 1 },
  { label: 'Tall', ratio: 3 / 4 },
];

/** How the picture looks in frames of other shapes, before it is saved. */
export function PicturePreviews(props: { picture: Picture; focus: Point; crop: Crop | null }) {
  const { picture, ...shape } = props;
  return (
    <section className={styles.previews} aria-label="Previews">
      {frames.map(({ label, ratio }) => {
        const { left, top, width, height } = placeInFrame(picture, ratio, shape);
        const place = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
        return (
          <figure key={label} style={{ flexGrow: ratio }}>
            <div style={{ aspectRatio: ratio }}>
              <img src={smallPicture(picture)} alt="" style={place} />
            </div>
            <figcaption>{label}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}
