import { useRef } from 'react';
import { Button } from '#ui/button/button.tsx';
import { SearchIcon } from '#ui/icons/icons.tsx';
import { KeyboardKey } from '#ui/button/keyboard-key.tsx';
import { useKeyboardShortcuts } from '#ui/use-keyboard-shortcuts.ts';
import panel from '#ui/layout/back-office-panel.module.css';

interface TreeToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  expandAll: () => void;
  collapseAll: () => void;
}

export function TreeToolbar({ search, onSearch, expandAll, collapseAll }: TreeToolbarProps) {
  const input = useRef<HTMLInputElement>(null);
  useKeyboardShortcuts({ '/': () => input.current?.focus() });
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
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onSearch('');
          }}
        />
        <KeyboardKey>/</KeyboardKey>
      </div>
      <div className={panel.tools}>
        <Button look="quiet" size="small" onClick={expandAll}>
          Expand all
        </Button>
        <Button look="quiet" size="small" onClick={collapseAll}>
          Collapse all
        </Button>
      </div>
    </div>
  );
}
