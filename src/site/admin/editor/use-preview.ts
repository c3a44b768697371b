import { useEffect, useMemo, useRef, useState } from 'react';
import { type Api, call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import type { ShownPicture } from '#site-pictures/contract.ts';
import type { ShopCard } from '../../blocks/contact/shop-cards.tsx';
import { loadShop } from '../../blocks/load-shop.ts';
import { anyBlock } from '../../content/block-shapes.ts';
import { type PageContent, pageContent } from '../../content/page-content.ts';
import type { ShownBlock, ShownPage } from '../../content/shown.ts';
import type { previewPage, SiteChoices } from '../contract.ts';
import { type Known, learn, shownDraft } from './shown-draft.ts';

interface PreviewOptions {
  id: string;
  content: PageContent;
  choices: SiteChoices;
  /** What the server showed when the page was opened. */
  first: { content: PageContent; shown: ShownPage; shops: Readonly<Record<string, readonly ShopCard[]>> };
}

/** Calls an endpoint from the browser, as pages do while they are rendered. */
const callHere: Api = (endpoint, input) =>
  call(`${endpoint.method} ${endpoint.path}` as never, (input ?? {}) as never) as never; // of this endpoint

/** The categories that the blocks for products show. */
const categoriesIn = (blocks: readonly ShownBlock[]): string =>
  JSON.stringify(blocks.flatMap((block) => (block.kind === 'products' ? [[block.id, block.category]] : [])));

/** The part of content that is valid, which can be shown: blocks with faults are left out, and `fallback` replaces a head with faults. */
function validPart(content: PageContent, fallback: PageContent): PageContent {
  const { blocks: _blocks, ...head } = content;
  const isHeadRight = pageContent.safeParse({ ...head, blocks: [] }).success;
  const blocks = content.blocks.filter((block) => anyBlock.safeParse(block).success);
  return { ...(isHeadRight ? content : fallback), blocks };
}

/**
 * The draft as visitors would see it. Each change shows at once; what only the server knows, such as the HTML of rich text, follows with
 * the server's next reply. Only one request runs at a time.
 */
export function usePreview({ id, content, choices, first }: PreviewOptions) {
  const [known, setKnown] = useState<Known>(() => learn(undefined, first.content, first.shown));
  const [shops, setShops] = useState(first.shops);
  const [isStale, setStale] = useState(false);
  const asked = useRef(first.content);
  const askedShops = useRef(categoriesIn(first.shown.blocks));
  const isAsking = useRef(false);
  const latest = useRef(content);
  useEffect(() => {
    latest.current = content;
    const ask = async (): Promise<void> => {
      if (isAsking.current) return;
      isAsking.current = true;
      while (asked.current !== latest.current) {
        const sent = latest.current;
        asked.current = sent;
        const valid = validPart(sent, first.content);
        try {
          const shown = await call<typeof previewPage>('POST /v1/site/pages/{id}/preview', {
            params: { id },
            body: { content: valid },
          });
          setKnown((before) => learn(before, valid, shown));
          setStale(false);
          const categories = categoriesIn(shown.blocks);
          if (categories !== askedShops.current) setShops(await loadShop(callHere, shown.blocks));
          askedShops.current = categories;
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          setStale(true);
        }
      }
      isAsking.current = false;
    };
    void ask();
  }, [id, content, first]);
  const page = useMemo(() => shownDraft(id, content, { known, choices }), [id, content, known, choices]);
  const addPicture = (picture: string, shown: ShownPicture): void =>
    setKnown((before) => ({ ...before, pictures: new Map([...before.pictures, [picture, shown]]) }));
  return { page, shops, isStale, pictures: known.pictures, addPicture };
}
