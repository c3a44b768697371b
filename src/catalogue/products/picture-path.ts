/** The widths in which a product picture can be asked for, in pixels (contract, section 5). */
export const pictureWidths = [160, 480, 960, 1600] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Where a picture is served; `fileKey` tells its content, so what is at an address never changes. */
export const picturePath = (fileKey: string): string => `/files/${fileKey}`;

/** The address of one size: `/files/products/1f…?w=480`. */
export const sizedPicture = (path: string, width: PictureWidth): string => `${path}?w=${width}`;

/** All sizes for an `srcset`. */
export const pictureSet = (path: string): string =>
  pictureWidths.map((width) => `${sizedPicture(path, width)} ${width}w`).join(', ');
