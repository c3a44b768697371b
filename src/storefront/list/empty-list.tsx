import { LinkButton } from '#ui/button/button.tsx';
import { Empty } from '#ui/layout/surfaces.tsx';
import { EmptyShelf } from './drawings.tsx';
import { isNarrowed, type ListAddress, writeAddress } from './list-address.ts';
import { nothingToShow } from './sentences.ts';
import { everything, listPath } from './trail.ts';

/** The message of an empty list, with links. */
export function EmptyList({ address, category }: { address: ListAddress; category: string }) {
  if (isNarrowed(address)) {
    const clear = (
      <LinkButton look="quiet" to={{ search: writeAddress({ sort: address.sort }) }}>
        Clear all filters
      </LinkButton>
    );
    return (
      <Empty art={<EmptyShelf />} title={nothingToShow} actions={clear}>
        <p>No products match your search and filters. Check the spelling, or remove a filter.</p>
      </Empty>
    );
  }
  const everywhere = category !== everything && (
    <LinkButton look="quiet" to={listPath(everything)}>
      All products
    </LinkButton>
  );
  return (
    <Empty art={<EmptyShelf />} title={nothingToShow} actions={everywhere}>
      <p>This category is empty at the moment. Have a look at the rest of the shop.</p>
    </Empty>
  );
}
