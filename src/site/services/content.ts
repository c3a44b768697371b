import type { Tone } from '#ui/feedback/badge.tsx';
import type { KitPicture } from './kit-pictures.ts';

/** A room, or several that are cleaned alike. */
export interface Zone {
  name: string;
  tag: string;
  tone: Tone;
  often: string;
  tasks: readonly string[];
}

/** In a cell of a schedule, means yes; other cells are words or empty. */
export const yes = '•';

export interface Schedule {
  title: string;
  example: string;
  columns: readonly string[];
  /** The task, followed by a cell for each column. */
  rows: readonly (readonly [task: string, ...when: string[]])[];
}

export interface Question {
  question: string;
  answer: string;
}

export interface KitItem {
  picture: KitPicture;
  ground: 'mint' | 'sand' | 'mist' | 'lemon';
  name: string;
  text: string;
}

/** A drawing of 960 by 720 units. */
export interface Scene {
  src: string;
  /** Horizontal position of the cleaner in percent, for narrow crops. */
  focus: number;
}

export interface ServiceContent {
  path: string;
  title: string;
  /** Alternative text of the scene. */
  scene: string;
  /** For search engines. */
  description: string;
  lead: string;
  facts: readonly { value: string; text: string }[];
  rooms: { title: string; intro: string; zones: readonly Zone[] };
  schedule: Schedule;
  method: {
    title: string;
    intro: string;
    /** `mark` is set if the label is a colour of cloths and buckets. */
    steps: readonly { label: string; text: string; mark?: 'white' | 'yellow' | 'red' | 'green' | 'blue' }[];
  };
  kit: readonly KitItem[];
  standards: { intro: string; items: readonly { name: string; text: string }[] };
  checklist: { title: string; intro: string; groups: readonly { area: string; checks: readonly string[] }[] };
  questions: readonly Question[];
  quote: { title: string; points: readonly string[] };
  /** Paths of services for the same kind of site, with the reason. */
  related: readonly { path: string; why: string }[];
}

export interface RelatedService {
  path: string;
  name: string;
  why: string;
  art: Scene;
}

export interface ShownService extends Omit<ServiceContent, 'related' | 'kit'> {
  art: Scene;
  kit: readonly (Omit<KitItem, 'picture'> & { src: string })[];
  related: readonly RelatedService[];
}
