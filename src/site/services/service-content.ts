import type { Tone } from '#ui/feedback/badge.tsx';
import type { KitPicture, kitPicture } from './kit-pictures.ts';

/** A room, or several that are cleaned alike. */
interface Zone {
  tag: string;
  tone: Tone;
  often: string;
  tasks: readonly string[];
}

/** The content of a schedule's cell that means yes. Other cells contain words or nothing. */
export const yes = '•';

export interface Schedule {
  title: string;
  example: string;
  columns: readonly string[];
  /** The task, followed by a cell for each column. */
  rows: readonly (readonly [task: string, ...when: string[]])[];
}

interface KitItem {
  name: string;
  text: string;
}

/** A drawing of 960 by 720 units. */
export interface Scene {
  src: string;
  /** Horizontal position of the cleaner in percent, for narrow crops. */
  focus: number;
}

/** Texts by title, in the order in which the page shows them. */
type Texts = Readonly<Record<string, string>>;

export interface ServiceContent {
  path: string;
  title: string;
  /** Alternative text of the scene. */
  scene: string;
  /** The page's description for search engines. */
  description: string;
  lead: string;
  facts: Texts;
  rooms: { title: string; intro: string; zones: Readonly<Record<string, Zone>> };
  schedule: Schedule;
  /** `isByColour`: the steps are named after the colours of cloths and buckets, and marked in them. */
  method: { title: string; intro: string; steps: Texts; isByColour?: true };
  kit: Readonly<Partial<Record<KitPicture, KitItem>>>;
  standards: { intro: string; items: Texts };
  checklist: { title: string; intro: string; groups: Readonly<Record<string, readonly string[]>> };
  questions: Texts;
  quote: { title: string; points: readonly string[] };
  /** Why each related service is related, by its path. */
  related: Texts;
}

export interface RelatedService {
  path: string;
  name: string;
  why: string;
  art: Scene;
}

/** A service as its page shows it: with drawings and pictures. */
export interface ShownService extends Omit<ServiceContent, 'related' | 'kit'> {
  art: Scene;
  kit: readonly (KitItem & ReturnType<typeof kitPicture>)[];
  related: readonly RelatedService[];
}
