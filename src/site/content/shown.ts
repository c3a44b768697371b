import type { Day } from '#lib/day.ts';
import type { ShownPicture } from '#site-pictures/contract.ts';
import type { Block, BlockKind } from './block-shapes.ts';
import type { PictureRef } from './content-fields.ts';
import type { PageContent } from './page-content.ts';
import type { RecordContent, RecordKind } from './record-shapes.ts';

/** Content as pages receive it: with pictures, addresses in place of pages' ids, and HTML in place of Markdown. */
export type Shown<T> = T extends PictureRef
  ? ShownPicture
  : T extends string
    ? T
    : T extends readonly (infer Item)[]
      ? Shown<Item>[]
      : T extends object
        ? { [Key in keyof T]: Shown<T[Key]> }
        : T;

export type ShownRecord<K extends RecordKind> = Shown<RecordContent<K>> & { id: string };

/** A service in a block; `path` is that of its page. */
export interface ShownService {
  id: string;
  name: string;
  text: string;
  path: string | null;
  picture: ShownPicture | null;
  symbol: ShownPicture | null;
}

export interface QuestionGroup {
  anchor: string;
  title: string;
  questions: ShownRecord<'question'>[];
}

/** What blocks show in addition to their own content. */
interface Joined {
  services: { services: ShownService[] };
  /** Search engines require the day since which a position has been open: at least since its last change. */
  positions: { positions: (ShownRecord<'position'> & { changedOn: Day })[] };
  partners: { partners: ShownRecord<'partner'>[] };
  questions: { groups: QuestionGroup[] };
}

export type BlockOf<K extends BlockKind> = Extract<Block, { kind: K }>;
export type ShownBlockOf<K extends BlockKind> = Shown<BlockOf<K>> & (K extends keyof Joined ? Joined[K] : unknown);
export type ShownBlock = { [K in BlockKind]: ShownBlockOf<K> }[BlockKind];

/** A published page, or a draft in the editor's preview. */
export interface ShownPage extends Omit<Shown<PageContent>, 'blocks' | 'parent'> {
  id: string;
  /** The pages above it, without the home page. */
  crumbs: { label: string; to: string }[];
  blocks: ShownBlock[];
  /** The service whose page it is. */
  service: string | null;
}
