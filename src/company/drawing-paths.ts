/** The drawings of the program that visitors see: `src/assets/art`. */
export const drawingNames = ['hero', 'lost', 'spill', 'thanks'] as const;
export type DrawingName = (typeof drawingNames)[number];

/** Where a drawing is in the colours of the brand. */
export const drawingPath = (name: DrawingName): string => `/brand/drawings/${name}.svg`;
