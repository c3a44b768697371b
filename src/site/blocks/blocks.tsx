import { type ComponentType, Suspense } from 'react';
import type { EnquiryOnPage } from '#enquiries/use-contact-form.ts';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import type { BlockKind } from '../content/block-shapes.ts';
import type { ShownBlock, ShownBlockOf, ShownPage } from '../content/shown.ts';
import styles from './blocks.module.css';
import columnStyles from './columns.module.css';
import type { ShopCard } from './contact/shop-cards.tsx';
import { AsideBar, AsideCard, type Content } from './top/aside.tsx';
import { Unchanging } from './unchanging.tsx';
import type { ViewProps } from './view-props.ts';
import { changingViews, isChanging, UnchangingView } from './views.ts';

export interface BlocksProps {
  page: ShownPage;
  /** What the shop has for each block, by the block's id. */
  shops: Readonly<Record<string, readonly ShopCard[]>>;
  /** The initial content of the form for enquiries. */
  enquiry?: EnquiryOnPage | undefined;
  /** Whether each block is wrapped in an element with its id, for the editor; the element has no box of its own. */
  isEdited?: boolean;
}

/** The blocks that span the whole page, even on a page with a card beside its blocks. */
const across = new Set<ShownBlock['kind']>([
  'hero',
  'figures',
  'services',
  'partners',
  'products',
  'areas',
  'callToAction',
  'enquiry',
  'thanks',
]);

/** The blocks that show the title of the page if they come first. */
const withTitle = new Set<ShownBlock['kind'] | undefined>(['hero', 'enquiry', 'thanks']);

/** Long texts without a hero are narrow, and begin with the title of the page. */
export function Blocks({ page, shops, enquiry, isEdited = false }: BlocksProps) {
  const { blocks, aside, hasContents } = page;
  const view = (block: ShownBlock, isInColumn = false) => (
    <BlockView key={block.id} {...{ block, page, shops, enquiry, isInColumn, isEdited }} />
  );
  if (!withTitle.has(blocks[0]?.kind)) return <Article {...{ page, shops, enquiry, isEdited }} />;
  const body = blocks.filter(({ kind }) => !across.has(kind));
  const first = blocks.findIndex(({ kind }) => !across.has(kind));
  const contents = aside || hasContents ? contentsOf(body) : [];
  if (!aside && contents.length === 0) return blocks.map((block) => view(block));
  const rest = blocks.slice(first < 0 ? blocks.length : first).filter(({ kind }) => across.has(kind));
  return (
    <div className={aside ? styles.withBar : undefined}>
      {blocks.slice(0, first < 0 ? blocks.length : first).map((block) => view(block))}
      <div className={cx(layout.wide, layout.section, styles.body)}>
        <div className={styles.sections}>{body.map((block) => view(block, true))}</div>
        {aside ? <AsideCard aside={aside} contents={contents} /> : <Contents contents={contents} />}
      </div>
      {rest.map((block) => view(block))}
      {aside && <AsideBar aside={aside} />}
    </div>
  );
}

/** On this page: the blocks that have a short title. */
const Contents = ({ contents }: { contents: readonly Content[] }) => (
  <nav className={styles.contents} aria-label="On this page">
    <ol>
      {contents.map(({ anchor, label }) => (
        <li key={anchor}>
          <a href={`#${anchor}`}>{label}</a>
        </li>
      ))}
    </ol>
  </nav>
);

const contentsOf = (blocks: readonly ShownBlock[]): Content[] =>
  blocks.flatMap(({ anchor, shortTitle }) => (anchor && shortTitle ? [{ anchor, label: shortTitle }] : []));

function Article({ page, shops, enquiry, isEdited = false }: BlocksProps) {
  const { aside, hasContents } = page;
  const contents = aside || hasContents ? contentsOf(page.blocks) : [];
  const isBeside = !aside && contents.length > 0;
  const text = (
    <div className={cx(!aside && (isBeside ? layout.wrap : layout.narrow), styles.article)}>
      <header>
        <h1>{page.title}</h1>
      </header>
      {isBeside && <Contents contents={contents} />}
      <article>
        {page.blocks.map((block) => (
          <BlockView key={block.id} {...{ block, page, shops, enquiry, isEdited }} isInColumn />
        ))}
      </article>
    </div>
  );
  if (!aside) return text;
  return (
    <div className={styles.withBar}>
      <div className={cx(layout.wide, styles.body, styles.besideText)}>
        {text}
        <AsideCard aside={aside} contents={contents} />
      </div>
      <AsideBar aside={aside} />
    </div>
  );
}

interface BlockProps extends BlocksProps {
  block: ShownBlock;
  isInColumn: boolean;
}

function BlockView({ isEdited, ...props }: BlockProps) {
  const { block, page } = props;
  const view = <PlainBlock {...props} />;
  if (isEdited)
    return (
      <div data-block={block.id} className={styles.edited}>
        {view}
      </div>
    );
  if (block.kind === 'columns' || isChanging(block.kind)) return view;
  return <Unchanging id={`${page.id}/${block.id}`}>{view}</Unchanging>;
}

function PlainBlock({ block, page, shops, enquiry, isInColumn }: BlockProps) {
  if (block.kind === 'columns') return <Columns {...{ block, page, shops }} />;
  const View = (isChanging(block.kind) ? changingViews[block.kind] : UnchangingView) as ComponentType<
    ViewProps<BlockKind>
  >; // of this kind
  return (
    <Suspense>
      <View {...{ block, page, enquiry, isInColumn }} shop={shops[block.id]} />
    </Suspense>
  );
}

function Columns({ block: { look, left, right }, page, shops }: BlocksProps & { block: ShownBlockOf<'columns'> }) {
  const column = (blocks: readonly ShownBlock[]) => (
    <div className={columnStyles.column}>
      {blocks.map((block) => (
        <BlockView key={block.id} {...{ block, page, shops }} isInColumn />
      ))}
    </div>
  );
  return (
    <section className={cx(layout.section, look === 'proof' && columnStyles.proof)}>
      <div className={cx(layout.wide, look === 'proof' ? columnStyles.proofGrid : columnStyles[look])}>
        {column(left)}
        {column(right)}
      </div>
    </section>
  );
}
