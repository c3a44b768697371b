import { type DrawingName, drawingPath } from './drawing-paths.ts';
import { usePublicSettings } from './use-settings.ts';

/** The address of a drawing in the colours of the brand, or `own`, the file of the build, while the brand has no colours of its own. */
export function useDrawing(name: DrawingName, own: string): string {
  const stylesheet = usePublicSettings()?.brand.stylesheet;
  if (!stylesheet) return own;
  return `${drawingPath(name)}?of=${stylesheet.replace(/.*\/|\.css$/g, '')}`; // so that other colours have another address
}
