import { agedCare } from './aged-care.ts';
import { services } from '../services.ts';
import type { ServiceContent, ShownService } from './service-content.ts';
import { covid } from './covid.ts';
import { education } from './education.ts';
import { government } from './government.ts';
import { healthcare } from './healthcare.ts';
import { hospitality } from './hospitality.ts';
import { type KitPicture, kitPicture } from './kit-pictures.ts';
import { retail } from './retail.ts';
import { sceneOf } from './scenes.ts';
import { sports } from './sports.ts';

const contents = [covid, retail, agedCare, education, government, healthcare, sports, hospitality];

/** The content of the page at a path, whatever its capitals and slashes. */
export function contentOf(path: string): ServiceContent | undefined {
  const own = path.toLowerCase().replace(/\/+$/, '');
  return contents.find((content) => content.path === own);
}

/** The content with its drawings and related services. Only loaders call this, so that none of it is part of the script. */
export function shownServiceAt(path: string): ShownService | undefined {
  const content = contentOf(path);
  if (!content) return undefined;
  const related = Object.entries(content.related).map(([path, why]) => ({
    path,
    why,
    name: nameOf(path),
    art: sceneOf(path),
  }));
  const kit = Object.entries(content.kit).map(([picture, words]) => ({
    ...words,
    ...kitPicture(picture as KitPicture),
  })); // its keys
  return { ...content, art: sceneOf(content.path), kit, related };
}

const nameOf = (path: string): string => services.find((service) => service.path === path)?.name ?? '';
