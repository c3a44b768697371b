import type { Tone } from '#ui/feedback/badge.tsx';
import type { KitPicture } from './kit-pictures.ts';

/** A room, or several that are cleaned alike. */
export interface Zone {
  name: string;
  /** What sets it apart, as a badge. */
  tag: string;
  tone: Tone;
  often: string;
  tasks: readonly string[];
}

/** A mark in a schedule's cell that says yes; other cells are words, or empty. */
export const yes = '•';

export interface Schedule {
  title: string;
  /** The site that the example is of. */
  example: string;
  columns: readonly string[];
  /** A task, then a cell for each column. */
  rows: readonly (readonly [task: string, ...when: string[]])[];
}

export interface Question {
  question: string;
  /** Paragraphs. */
  answer: readonly string[];
}

/** Something that the crew brings. */
export interface KitItem {
  picture: KitPicture;
  /** The colour that it stands on. */
  ground: 'mint' | 'sand' | 'mist' | 'lemon';
  name: string;
  text: string;
}

/** A drawing of 960 by 720 units. */
export interface Scene {
  src: string;
  /** Where who cleans stands, in percent from the left, for pictures that are cut narrow. */
  focus: number;
}

/** What a service's page says. */
export interface ServiceContent {
  /** The page's own path, as `services` has it. */
  path: string;
  /** Heading of the page, and its title. */
  title: string;
  /** What its scene shows, for those who can't see it. */
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
    /** `mark` where the label is a colour of cloths and buckets. */
    steps: readonly { label: string; text: string; mark?: 'white' | 'yellow' | 'red' | 'green' | 'blue' }[];
  };
  kit: readonly KitItem[];
  standards: { intro: string; items: readonly { name: string; text: string }[] };
  checklist: { title: string; intro: string; groups: readonly { area: string; checks: readonly string[] }[] };
  questions: readonly Question[];
  quote: { title: string; points: readonly string[] };
  /** Paths of services that share sites with this one, and why. */
  related: readonly { path: string; why: string }[];
}

/** Another service as a page leads to it. */
export interface RelatedService {
  path: string;
  name: string;
  why: string;
  art: Scene;
}

/** A service's page as it is shown: its content with the drawings. */
export interface ShownService extends Omit<ServiceContent, 'related' | 'kit'> {
  art: Scene;
  kit: readonly (Omit<KitItem, 'picture'> & { src: string })[];
  related: readonly RelatedService[];
}
