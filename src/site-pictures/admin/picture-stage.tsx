import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import type { Picture } from '../contract.ts';
import { smallPicture } from '../site-picture.tsx';
import {
  type Corner,
  corners,
  type Crop,
  movedCrop,
  movedPoint,
  orNone,
  type Point,
  resizedCrop,
  type Step,
  stepOf,
  wholePicture,
} from './crop.ts';
import styles from './picture-stage.module.css';

interface StageProps {
  picture: Picture;
  focus: Point;
  crop: Crop | null;
  isCropping: boolean;
  onFocus: (focus: Point) => void;
  onCrop: (crop: Crop | null) => void;
}

const percent = (value: number): string => `${Math.round(value)} %`;

/** The whole picture, on which the focal point is set or the crop is drawn, by mouse, touch or arrow keys. */
export function PictureStage({ picture, focus, crop, isCropping, onFocus, onCrop }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  /** How far the pointer is from the upper left corner. */
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return movedPoint({ x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }, { x: 0, y: 0 });
  };
  const { width, height, name } = picture;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the focal point's button takes the arrow keys
    <div
      ref={stage}
      className={cx(styles.stage, isCropping && styles.cropping)}
      style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${(24 * width) / height}rem)` }}
      onClick={(event) => {
        if (!isCropping) onFocus(pointOf(event));
      }}
    >
      <img
        src={smallPicture(picture)}
        srcSet={widerOf(picture)}
        sizes="(max-width: 48em) 90vw, 30rem"
        alt={`All of ${name}`}
        draggable={false}
      />
      {isCropping ? (
        <CropFrame crop={crop ?? wholePicture} pointOf={pointOf} onCrop={(next) => onCrop(orNone(next))} />
      ) : (
        <FocusPoint focus={focus} pointOf={pointOf} onFocus={onFocus} />
      )}
    </div>
  );
}

const widerOf = ({ path, kind }: Picture): string | undefined =>
  kind === 'svg' ? undefined : `${path}?w=480 480w, ${path}?w=960 960w`;

type PointOf = (event: { clientX: number; clientY: number }) => Point;

/** Reports by how much the pointer has moved since the last time, while it is pressed. */
function useDragging(pointOf: PointOf, onStep: (step: Step) => void) {
  const last = useRef<Point>(undefined);
  return {
    onPointerDown: (event: PointerEvent): void => {
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = pointOf(event);
    },
    onPointerMove: (event: PointerEvent): void => {
      if (!last.current) return;
      const now = pointOf(event);
      onStep({ x: now.x - last.current.x, y: now.y - last.current.y });
      last.current = now;
    },
    onPointerUp: (): void => {
      last.current = undefined;
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (!step) return;
      event.preventDefault();
      onStep(step);
    },
  };
}

function FocusPoint({ focus, pointOf, onFocus }: { focus: Point; pointOf: PointOf; onFocus: (focus: Point) => void }) {
  const text = `${percent(focus.x)} from the left, ${percent(focus.y)} from the top`;
  const dragging = useDragging(pointOf, (step) => onFocus(movedPoint(focus, step)));
  return (
    <>
      <button
        type="button"
        className={styles.point}
        style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
        aria-label={`Focal point, ${text}. Move it with the arrow keys.`}
        onClick={(event) => event.stopPropagation()} // otherwise Enter would move the focal point to the corner
        {...dragging}
      />
      <Hidden>
        <span role="status">{text}</span>
      </Hidden>
    </>
  );
}

interface CropFrameProps {
  crop: Crop;
  pointOf: PointOf;
  onCrop: (crop: Crop) => void;
}

function CropFrame({ crop, pointOf, onCrop }: CropFrameProps) {
  const { left, top, width, height } = crop;
  const text = `${percent(width)} wide and ${percent(height)} high`;
  const dragging = useDragging(pointOf, (step) => onCrop(movedCrop(crop, step)));
  return (
    <div
      className={styles.frame}
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
      role="group"
      aria-label={`Crop, ${text}`}
    >
      <button type="button" className={styles.move} aria-label="Move the crop with the arrow keys" {...dragging} />
      {corners.map((corner) => (
        <CornerHandle key={corner} corner={corner} crop={crop} pointOf={pointOf} onCrop={onCrop} />
      ))}
      <Hidden>
        <span role="status">{text}</span>
      </Hidden>
    </div>
  );
}

function CornerHandle({ corner, crop, pointOf, onCrop }: CropFrameProps & { corner: Corner }) {
  const dragging = useDragging(pointOf, (step) => onCrop(resizedCrop(crop, corner, step)));
  const [down, across] = corner.split(' ');
  return (
    <button
      type="button"
      className={cx(styles.corner, down && styles[down], across && styles[across])}
      aria-label={`Move the ${corner} corner with the arrow keys`}
      {...dragging}
    />
  );
}
