import { LinkButton } from '#ui/button/button.tsx';
import { Empty } from '#ui/layout/surfaces.tsx';
import { EmptyShelf } from './drawings.tsx';
import { isNarrowed, type ListAddress, writeAddress } from './list-address.ts';
import { nothingToShow } from './sentences.ts';
import { everything, listPath } from './trail.ts';

/** What stands where no product does, and the way on. */
export function EmptyList({ address, category }: { address: ListAddress; category: string }) {
  if (isNarrowed(address)) {
    const clear = (
      <LinkButton look="quiet" to={{ search: writeAddress({ sort: address.sort }) }}>
        Clear all filters
      </LinkButton>
    );
    return (
      <Empty art={<EmptyShelf />} title={nothingToShow} actions={clear}>
        <p>Nothing here fits all that you asked for. Check the spelling, or take a filter away.</p>
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
      <p>This shelf is empty at the moment. Have a look at the rest of the shop.</p>
    </Empty>
  );
}
