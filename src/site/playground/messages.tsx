import { useState } from 'react';
import { parseSearch } from '#lib/text/search-words.ts';
import { fieldsMissing } from '#lib/api/sentences.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { AutoRefreshBanner, ProgressBanner, RefreshBanner } from '#ui/feedback/refresh-and-progress-banners.tsx';
import { Button } from '#ui/button/button.tsx';
import { Disclosures } from '#ui/layout/disclosure.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { HighlightedText } from '#ui/feedback/highlighted-text.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Price } from '#ui/layout/price.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import spill from '#assets/art/spill.svg';
import { SpecimenGroup, Specimen, State } from './specimen.tsx';

const tones = ['info', 'success', 'warning', 'danger'] as const;

const undo = { label: 'Undo', run: () => notify({ text: 'Undone.' }) };

export function Messages() {
  return (
    <SpecimenGroup id="messages" title="Messages and surfaces">
      <Specimen name="Note" file="note.tsx" isColumn>
        {tones.map((tone) => (
          <Note key={tone} tone={tone}>
            tone=&quot;{tone}&quot;: a permanent remark on the page, with <a href="#messages">a link</a>.
          </Note>
        ))}
      </Specimen>
      <Specimen name="ErrorSummary" file="error-summary.tsx" isColumn>
        <ErrorSummary
          title={fieldsMissing}
          faults={[{ id: 'files', message: 'Please add at least one file.' }]}
          attempt={0}
        />
      </Specimen>
      <Specimen name="notify, notifyProblem" file="notify.tsx">
        <Button look="quiet" onClick={() => notify({ text: 'Added to cart' })}>
          Notice
        </Button>
        <Button look="quiet" onClick={() => notify({ text: 'Removed from cart.', action: undo })}>
          Notice with an action
        </Button>
        <Button look="quiet" onClick={() => notifyProblem('Unable to send your message.')}>
          Problem
        </Button>
      </Specimen>
      <Banners />
      <Specimen name="Disclosures" file="disclosure.tsx" isColumn>
        <Disclosures
          first={['open-at-first']}
          items={[
            { id: 'open-at-first', title: 'Open by default', content: <p>A link to its id opens it.</p> },
            {
              id: 'closed-at-first',
              title: 'Closed by default',
              content: <p>The browser’s own search finds this text too.</p>,
            },
          ]}
        />
      </Specimen>
      <Specimen name="HighlightedText" file="highlighted-text.tsx">
        <p>
          <HighlightedText text="A flat mop, a mop head and mops." search={parseSearch('"mop head" flat')} />
        </p>
      </Specimen>
      <Specimen name="Price, Skeleton" file="price.tsx skeleton.tsx">
        <State props="amount">
          <Price amount="$9.80" />
        </State>
        <State props="isFrom">
          <Price amount="$18.95" isFrom />
        </State>
        <State props="before">
          <Price amount="$8.82" before="$9.80" />
        </State>
        <State props="Skeleton">
          <Skeleton width="10rem" height="2.5rem" />
        </State>
      </Specimen>
      <Specimen name="EmptyState" file="empty-state.tsx" isColumn>
        <EmptyState
          art={<img src={spill} alt="" width={960} height={600} loading="lazy" />}
          title="Nothing here yet"
          actions={<Button look="soft">Add something</Button>}
        >
          <p>Explains why the list is empty.</p>
        </EmptyState>
      </Specimen>
    </SpecimenGroup>
  );
}

function Banners() {
  const [isCounting, setCounting] = useState(false);
  return (
    <Specimen name="Banner" file="banner.tsx refresh-and-progress-banners.tsx" isColumn>
      <Banner>Plain: the site is closed for maintenance on Sunday from 2 am to 4 am.</Banner>
      <RefreshBanner>A new version is available.</RefreshBanner>
      <ProgressBanner done={0.4} label="Import">
        Importing products
      </ProgressBanner>
      {isCounting ? (
        <AutoRefreshBanner onStop={() => setCounting(false)}>A new version is available.</AutoRefreshBanner>
      ) : (
        <div>
          <Button look="quiet" onClick={() => setCounting(true)}>
            Show the banner that refreshes the page
          </Button>
        </div>
      )}
    </Specimen>
  );
}
