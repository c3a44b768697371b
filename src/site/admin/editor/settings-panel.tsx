import { usePublicSettings } from '#company/use-settings.ts';
import { smallPicture } from '#site-pictures/site-picture.tsx';
import { anyBlock, type Block } from '../../content/block-shapes.ts';
import { type PageContent, pageContent } from '../../content/page-content.ts';
import type { ShownPage } from '../../content/shown.ts';
import { ContentField } from '../fields/content-field.tsx';
import { GroupFields } from '../fields/group-field.tsx';
import { blockWords } from '../fields/words.ts';
import styles from './settings-panel.module.css';

/** The name that stands for the settings of the page where a block's id is expected. */
export const settingsName = 'settings';

const ofEveryBlock = ['anchor', 'shortTitle'] as const;

/** The fields of a block; those that all blocks have come last. */
export function BlockSettings({ block, place }: { block: Block | undefined; place: number }) {
  const shape = anyBlock.options.find((one) => one.shape.kind.value === block?.kind)?.shape;
  if (!block || !shape) return null;
  const { label, about } = blockWords[block.kind];
  const path = ['blocks', place];
  return (
    <>
      <header className={styles.head}>
        <h2>{label}</h2>
        <p>{about}</p>
      </header>
      <GroupFields fields={shape} value={block} path={path} names={[block.kind]} without={ofEveryBlock} />
      <details className={styles.more}>
        <summary>Links to this block</summary>
        {ofEveryBlock.map((name) => (
          <ContentField
            key={name}
            shape={shape[name]}
            value={block[name]}
            path={[...path, name]}
            names={[block.kind, name]}
          />
        ))}
      </details>
    </>
  );
}

interface PageSettingsProps {
  content: PageContent;
  page: ShownPage;
  /** The home page keeps its address. */
  isHome: boolean;
}

/** Address and title of the page, and what search engines and other sites show of it. */
export function PageSettings({ content, page, isHome }: PageSettingsProps) {
  const { shape } = pageContent;
  const field = (name: Exclude<keyof PageContent, 'blocks'>) => (
    <ContentField key={name} shape={shape[name]} value={content[name]} path={[name]} names={['page', name]} />
  );
  return (
    <>
      <header className={styles.head}>
        <h2>Page settings</h2>
        <p>Its address, and what search engines and other sites show of it.</p>
      </header>
      {field('title')}
      {!isHome && field('path')}
      {field('description')}
      <SearchResult page={page} />
      {field('isListed')}
      <details className={styles.more}>
        <summary>When somebody shares the page</summary>
        {(['shareTitle', 'shareDescription', 'sharePicture'] as const).map(field)}
        <SharedLink page={page} />
      </details>
      {!isHome && field('parent')}
      {field('hasContents')}
      {field('aside')}
    </>
  );
}

/** Shortens a text to about as many letters as search engines show. */
const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

function SearchResult({ page: { path, title, description } }: { page: ShownPage }) {
  const name = usePublicSettings()?.company.name ?? '';
  return (
    <figure className={styles.result}>
      <figcaption>How it looks in a search engine</figcaption>
      <p className={styles.address}>
        {name} <span>{path}</span>
      </p>
      <p className={styles.title}>{shortened(name ? `${name} | ${title}` : title, 60)}</p>
      <p>
        {description ? shortened(description, 155) : 'Without a description, search engines show words from the page.'}
      </p>
    </figure>
  );
}

function SharedLink({ page }: { page: ShownPage }) {
  const settings = usePublicSettings();
  const { shareTitle, title, shareDescription, description, sharePicture } = page;
  return (
    <figure className={styles.shared}>
      <figcaption>How a link to it looks in a message</figcaption>
      <img src={sharePicture ? smallPicture(sharePicture) : '/og.png'} alt="" />
      <p>{settings?.company.name}</p>
      <p className={styles.title}>{shortened(shareTitle || title, 70)}</p>
      <p>{shortened(shareDescription || description, 110)}</p>
    </figure>
  );
}
