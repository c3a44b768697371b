import { z } from 'zod';
import { uuid } from '#lib/api/wire.ts';
import {
  anchor,
  body,
  colour,
  contentSentences,
  line,
  link,
  listOf,
  optionalLink,
  paragraphs,
  picture,
  sentences,
  title,
} from './content-fields.ts';

const base = {
  /** Stays with the block, so that the editor can tell a moved block from a new one. */
  id: uuid,
  isHidden: z.boolean().default(false),
  /** Empty for none. */
  anchor: anchor.default(''),
  /** The block's name in the list of contents beside the page; empty to leave it out. */
  shortTitle: line,
};

const block = <const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({ ...base, kind: z.literal(kind), ...shape });

const percent = z.number().min(0).max(100);

/** Names on a picture, positioned in percent of its width and height. */
const places = listOf(z.object({ name: title, left: percent, top: percent }), 20);

/** The blocks that may also be in a column. */
const simpleBlocks = [
  block('text', { title: line, body, link: optionalLink }),
  block('cards', {
    title: line,
    intro: sentences,
    /** `band`: beside the title on a tinted ground; `pictures`: what a crew brings; `ticks`: terms of a contract. */
    look: z.enum(['plain', 'band', 'boxes', 'pictures', 'ticks']).default('plain'),
    items: listOf(
      z.object({
        title,
        text: sentences,
        /** A further sentence, whose first words are emphasised. */
        note: z.object({ lead: title, text: sentences }).nullable().default(null),
        picture,
        /** The ground of a cut-out picture. */
        ground: z.enum(['none', 'mist', 'mint', 'lemon', 'sand']).default('none'),
        link: optionalLink,
      }),
    ),
    link: optionalLink,
  }),
  block('steps', {
    title: line,
    intro: sentences,
    look: z.enum(['numbers', 'dark', 'band', 'colours']).default('numbers'),
    items: listOf(z.object({ when: line, title, text: sentences, colour: colour.default('') })),
    /** Below the steps. */
    body,
  }),
  block('list', { title: line, intro: sentences, items: listOf(title), body }),
  block('colours', { title: line, items: listOf(z.object({ name: title, text: sentences, colour })) }),
  block('table', {
    title: line,
    /** Below the title of the block, or above the table where the block has none. */
    caption: line,
    note: sentences,
    columns: listOf(line, 8),
    /** A cell is `•` for yes, words, or empty. */
    rows: listOf(z.object({ title, cells: listOf(line, 8) }), 200),
  }),
  block('pictures', { title: line, intro: sentences, items: listOf(z.object({ picture, caption: sentences })) }),
  block('quotation', { text: sentences, name: line, role: line, picture }),
] as const;

const simpleBlock = z.discriminatedUnion('kind', simpleBlocks, { error: contentSentences.unknownBlock });

const wideBlocks = [
  block('hero', {
    /** `wide`: as on the home page; `page`: with breadcrumbs and a picture; `plain`: without a picture. */
    look: z.enum(['wide', 'page', 'plain']).default('page'),
    title,
    /** The last words of the title, set off by colour. */
    emphasis: line,
    lead: sentences,
    picture,
    hidesPictureOnPhones: z.boolean().default(false),
    actions: listOf(link, 4),
    hasPhone: z.boolean().default(false),
    /** An example of a visit report beside the picture. */
    report: z
      .object({ title, note: line, score: line, items: listOf(z.object({ text: title, at: line }), 6) })
      .nullable()
      .default(null),
  }),
  block('figures', { items: listOf(z.object({ value: title, text: sentences }), 8) }),
  block('scope', {
    title: line,
    intro: sentences,
    areas: listOf(
      z.object({
        title,
        tag: line,
        tone: z.enum(['neutral', 'success', 'warning', 'danger', 'info']).default('neutral'),
        often: line,
        tasks: listOf(sentences, 40),
      }),
    ),
  }),
  block('checklist', { title, intro: sentences, groups: listOf(z.object({ title, points: listOf(sentences, 60) })) }),
  block('questions', {
    title: line,
    intro: sentences,
    /** The block's own questions; empty to show those of the site. */
    items: listOf(z.object({ question: title, answer: paragraphs })),
    hasSearch: z.boolean().default(false),
    /** Whether search engines may show them as questions with their answers. */
    isMarkedUp: z.boolean().default(false),
  }),
  block('services', {
    title: line,
    intro: sentences,
    look: z.enum(['mixed', 'cards', 'related']).default('cards'),
    /** The services to show, each with a text about it; if that is empty, its summary. Without items, all services are shown. */
    items: listOf(z.object({ service: uuid, text: sentences })),
    link: optionalLink,
  }),
  block('positions', { title: line }),
  block('partners', { title: line, intro: sentences }),
  /** `form` is the url of a form. */
  block('form', { title: line, text: sentences, form: title, action: title }),
  block('products', {
    title: line,
    intro: sentences,
    /** A category by its url; empty to show the categories themselves. */
    category: line,
    link: optionalLink,
  }),
  /** `identity`: name, ABN and address in a sentence; `card`: all ways to reach the company. */
  block('contact', {
    title: line,
    intro: sentences,
    look: z.enum(['card', 'identity']).default('card'),
    /** What the card says of each way; empty for `Office`, `Mobile` and `Address`. */
    phoneNote: line,
    mobileNote: line,
    addressNote: line,
  }),
  /**
   * The form for enquiries beside the ways to reach the company. If it is the first block of a page, it also shows the page's title. A page
   * has at most one.
   */
  block('enquiry', {
    title,
    lead: sentences,
    formTitle: title,
    formIntro: sentences,
    /** A note on each way to reach the company. The office also shows its hours. */
    phoneNote: line,
    mobileNote: line,
    emailNote: line,
    addressNote: line,
    picture,
    places,
  }),
  /** Thanks somebody who has sent a form. If it is the first block of a page, it also shows the page's title. */
  block('thanks', {
    title,
    lead: sentences,
    stepsTitle: line,
    steps: listOf(sentences, 10),
    actions: listOf(link, 4),
    /** Without a picture, the program's drawing is shown. */
    picture,
    /** Whether it ends with the phone numbers for urgent matters. */
    hasPhone: z.boolean().default(false),
    /** When to call the mobile: `at night and on weekends`. */
    mobileNote: line,
  }),
  /** What the program stores in a reader's browser. */
  block('browserStorage', { title: line, intro: sentences }),
  block('areas', {
    title: line,
    items: listOf(z.object({ name: title, text: sentences })),
    picture,
    places,
  }),
  block('callToAction', { title, text: sentences, action: link, hasPhone: z.boolean().default(true) }),
  block('columns', {
    look: z.enum(['plain', 'terms', 'proof']).default('plain'),
    left: listOf(simpleBlock, 10),
    right: listOf(simpleBlock, 10),
  }),
] as const;

export const anyBlock = z.discriminatedUnion('kind', [...simpleBlocks, ...wideBlocks], {
  error: contentSentences.unknownBlock,
});
export type Block = z.output<typeof anyBlock>;
export type SimpleBlock = z.output<typeof simpleBlock>;
export type BlockKind = Block['kind'];
