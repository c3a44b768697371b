/** The available widths of a product picture, in pixels (contract, section 5). */
export const pictureWidths = [160, 480, 960, 1600] as const;

/** The available widths of a picture of the site, which may be as wide as the screen. */
export const sitePictureWidths = [160, 480, 960, 1600, 2400] as const;

export type PictureWidth = (typeof sitePictureWidths)[number];

/** The path of a picture. `fileKey` is a hash of the content, so the content at a path never changes. */
export const picturePath = (fileKey: string): string => `/files/${fileKey}`;

/** The path of one size: `/files/products/1f…?w=480`. */
export const sizedPicture = (path: string, width: PictureWidth): string => `${path}?w=${width}`;

/** A picture's files, in the format of an `img`'s `srcset`. */
export const pictureSet = (path: string, widths: readonly PictureWidth[]): string =>
  widths.map((width) => `${sizedPicture(path, width)} ${width}w`).join(', ');
