import { useRef } from 'react';
import { Button } from '#ui/button/button.tsx';
import { SearchIcon } from '#ui/icons/icons.tsx';
import { Key } from '#ui/button/key.tsx';
import { useKeys } from '#ui/use-keys.ts';
import panel from '#ui/layout/work-panel.module.css';

interface TreeToolbarProps {
  search: string;
  look: (text: string) => void;
  unfoldAll: () => void;
  foldAll: () => void;
}

/** The search field and the buttons that expand or collapse the whole tree. */
export function TreeToolbar({ search, look, unfoldAll, foldAll }: TreeToolbarProps) {
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.focus() });
  return (
    <div className={panel.bar}>
      <div role="search" className={panel.search}>
        <SearchIcon />
        <input
          ref={input}
          type="search"
          aria-label="Search categories"
          placeholder="Search categories"
          value={search}
          onChange={(event) => look(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') look('');
          }}
        />
        <Key>/</Key>
      </div>
      <div className={panel.tools}>
        <Button look="quiet" size="small" onClick={unfoldAll}>
          Unfold all
        </Button>
        <Button look="quiet" size="small" onClick={foldAll}>
          Fold all
        </Button>
      </div>
    </div>
  );
}
