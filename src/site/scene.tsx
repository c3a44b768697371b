import layout from '#ui/layout.module.css';

interface SceneProps {
  src: string;
  /** Horizontal position, in percent, of what must stay visible if the drawing is cropped. */
  focus?: number;
  isEager?: boolean;
}

/** A drawing of 960 by 720 units. It is decorative, because the service's name is beside it. */
export function Scene({ src, focus, isEager }: SceneProps) {
  return (
    <img
      className={layout.scene}
      style={focus === undefined ? undefined : { objectPosition: `${focus}% 50%` }}
      src={src}
      alt=""
      width={960}
      height={720}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
