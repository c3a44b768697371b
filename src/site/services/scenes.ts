import agedCare from '#assets/art/service-aged-care.svg';
import covid from '#assets/art/service-covid.svg';
import education from '#assets/art/service-education.svg';
import government from '#assets/art/service-government.svg';
import healthcare from '#assets/art/service-healthcare.svg';
import hospitality from '#assets/art/service-hospitality.svg';
import retail from '#assets/art/service-retail.svg';
import sports from '#assets/art/service-sports.svg';
import type { Scene } from './service-content.ts';

const scenes: Record<string, Scene> = {
  '/covid-cleaning': { src: covid, focus: 84 },
  '/retail-cleaning': { src: retail, focus: 38 },
  '/aged-care': { src: agedCare, focus: 66 },
  '/education-cleaning': { src: education, focus: 38 },
  '/government-cleaning': { src: government, focus: 48 },
  '/healthcare-cleaning': { src: healthcare, focus: 70 },
  '/sports-cleaning': { src: sports, focus: 46 },
  '/hospitality-cleaning': { src: hospitality, focus: 58 },
};

export function sceneOf(path: string): Scene {
  const scene = scenes[path];
  if (!scene) throw new Error(`no scene for ${path}`);
  return scene;
}
