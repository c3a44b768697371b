import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { SearchIcon } from '#ui/icons.tsx';
import styles from './search-box.module.css';

interface SearchBoxProps {
  text: string;
  type: (text: string) => void;
  count: number;
  total: number;
}

/** Finds as one types; without script it is a form that asks the server. */
export function SearchBox({ text, type, count, total }: SearchBoxProps) {
  const isSearching = text.trim() !== '';
  return (
    <Form role="search" action="/faqs/" className={styles.box} replace preventScrollReset>
      <TextField
        label="Search the questions"
        type="search"
        name="search"
        value={text}
        onChange={(event) => type(event.target.value)}
        icon={<SearchIcon />}
        placeholder="police check, “safety data sheet”"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
      />
      <Button type="submit" className={styles.submit}>
        Search
      </Button>
      <p className={styles.count} role="status">
        {isSearching ? `${count} of ${total} questions match.` : `${total} questions.`}
      </p>
    </Form>
  );
}
