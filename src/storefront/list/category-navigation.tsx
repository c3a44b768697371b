import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '#ui/link.tsx';
import { Button } from '#ui/button/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { Note } from '#ui/feedback/note.tsx';
import styles from './shopping.module.css';
import { type Category, pathTo } from './breadcrumb-trail.ts';
import { categoryFormPath, allProducts, listPath } from '../shop-paths.ts';

/** Delay before a selected category opens, in milliseconds (specification, section 2). */
const delay = 200;
const loadFailed = 'Unable to load the categories.';

export interface CategoryChoice {
  /** The urls of the selected category and its ancestors; empty for none. */
  open: string[];
  choose: (url: string) => void;
}

/** Marks a category as selected at once, and opens its list after the delay. */
export function useCategoryChoice(shown: string[]): CategoryChoice & { chosen: string | undefined } {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [chosen, setChosen] = useState<string>();
  const current = shown.at(-1);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => setChosen(undefined), [current]);
  const choose = (url: string): void => {
    clearTimeout(timer.current);
    setChosen(url);
    timer.current = setTimeout(() => void navigate(listPath(url)), delay);
  };
  return { open: shown, choose, chosen };
}

interface Props {
  tree: Category[] | null;
  choice: ReturnType<typeof useCategoryChoice>;
}

/** The category tree beside the page, on large screens. The branch of the current category is open. */
export function CategorySidebar({ tree, choice }: Props) {
  const all = { label: 'All products', url: allProducts, count: 0, items: [] };
  return (
    <nav className={styles.categories} aria-labelledby="categories">
      <h2 id="categories">Categories</h2>
      {tree === null ? (
        <Note tone="danger">{loadFailed}</Note>
      ) : (
        <ul>
          <Entry category={all} choice={choice} branch={[]} />
          <Branch categories={tree} choice={choice} branch={branchOf(tree, choice)} />
        </ul>
      )}
    </nav>
  );
}

function branchOf(tree: Category[], { chosen, open }: Props['choice']): string[] {
  return chosen === undefined ? open : pathTo(tree, chosen).map(({ url }) => url);
}

interface BranchProps {
  categories: Category[];
  choice: Props['choice'];
  branch: string[];
}

function Branch({ categories, ...rest }: BranchProps) {
  return categories.map((category) => <Entry key={category.url} category={category} {...rest} />);
}

function Entry({ category, choice, branch }: Omit<BranchProps, 'categories'> & { category: Category }) {
  const { url, label, count, items } = category;
  const isOpen = branch.includes(url);
  const isCurrent = (choice.chosen ?? choice.open.at(-1)) === url;
  const goThere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    choice.choose(url);
  };
  return (
    <li className={isOpen ? styles.open : undefined}>
      <Link to={listPath(url)} prefetch="intent" aria-current={isCurrent ? 'page' : undefined} onClick={goThere}>
        {label}
        {count > 0 && (
          <span>
            {count}
            <Hidden> products</Hidden>
          </span>
        )}
      </Link>
      {isOpen && items.length > 0 && (
        <ul>
          <Branch categories={items} choice={choice} branch={branch} />
        </ul>
      )}
    </li>
  );
}

/** The category tree as a select, on small screens. Without JavaScript it is a form. */
export function CategoryPicker({ tree, choice }: Props) {
  if (tree === null) {
    return (
      <Note tone="danger" className={styles.picker}>
        {loadFailed}
      </Note>
    );
  }
  return (
    <form className={styles.picker} action={categoryFormPath}>
      <SelectField
        label={<Hidden>Product category</Hidden>}
        className={styles.category}
        name="category"
        autoComplete="off"
        value={choice.chosen ?? choice.open.at(-1) ?? ''}
        onChange={(event) => choice.choose(event.target.value)}
      >
        <option value="" disabled>
          Select Product Category
        </option>
        <option value={allProducts}>All products</option>
        <Options categories={tree} level={0} />
      </SelectField>
      <noscript>
        <Button type="submit" look="quiet">
          Show
        </Button>
      </noscript>
    </form>
  );
}

function Options({ categories, level }: { categories: Category[]; level: number }) {
  return categories.map(({ label, url, items }) => [
    <option key={url} value={url}>
      {'\u2003'.repeat(level) + label}
    </option>,
    <Options key={`${url}/`} categories={items} level={level + 1} />,
  ]);
}
