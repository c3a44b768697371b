import { useId } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button/button.tsx';
import { SearchIcon } from '#ui/icons/icons.tsx';
import styles from './question-list.module.css';

interface SearchBoxProps {
  text: string;
  type: (text: string) => void;
  count: number;
  total: number;
}

/** Searches while the user types; without script it is a form that the server answers. */
export function SearchBox({ text, type, count, total }: SearchBoxProps) {
  const id = useId();
  const isSearching = text.trim() !== '';
  return (
    <Form role="search" className={styles.box} replace preventScrollReset>
      <label htmlFor={id}>Search the questions</label>
      <div className={styles.field}>
        <SearchIcon />
        <input
          id={id}
          type="search"
          name="search"
          value={text}
          onChange={(event) => type(event.target.value)}
          placeholder="invoice, “safety data sheets”"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
        />
      </div>
      <Button type="submit" size="large">
        Search
      </Button>
      <p className={styles.count} role="status">
        {isSearching ? `${count} of ${total} questions match.` : `${total} questions.`}
      </p>
    </Form>
  );
}
