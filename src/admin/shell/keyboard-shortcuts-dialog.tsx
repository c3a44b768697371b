import { Fragment, useState } from 'react';
import { Checkbox } from '#ui/form/field.tsx';
import { Dialog, DialogBody } from '#ui/overlay/dialog.tsx';
import { KeyboardKey } from '#ui/button/keyboard-key.tsx';
import { areSingleKeysOn, setSingleKeys } from '#ui/use-keyboard-shortcuts.ts';
import styles from './keyboard-shortcuts-dialog.module.css';

const shortcuts: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search or jump to'],
      ['Ctrl S', 'Save'],
      ['Esc', 'Close or go back'],
      ['?', 'Show this list'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      ['/', 'Search'],
      ['F', 'Filter'],
      ['J K', 'Next and previous row'],
      ['Enter', 'Open'],
      ['.', 'More actions'],
      ['X', 'Select'],
      ['Select a range up to this row', 'Select up to here'],
      ['[ ]', 'Previous and next page'],
    ],
  },
  {
    title: 'On an order',
    keys: [
      ['I', 'Download the tax invoice'],
      ['S', 'Change the status'],
    ],
  },
  {
    title: 'In a record opened from a list',
    keys: [['[ ]', 'Previous and next order or product']],
  },
];

export function ShortcutsDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Dialog isOpen={isOpen} title="Keyboard shortcuts" onClose={close}>
      <DialogBody>
        <div className={styles.shortcuts}>
          {shortcuts.map(({ title, keys }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {keys.map(([names, what]) => (
                  <Fragment key={names}>
                    <dt>
                      {names.split(' ').map((name) => (
                        <KeyboardKey key={name}>{name}</KeyboardKey>
                      ))}
                    </dt>
                    <dd>{what}</dd>
                  </Fragment>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <SingleKeySwitch />
      </DialogBody>
    </Dialog>
  );
}

function SingleKeySwitch() {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const toggle = (value: boolean): void => {
    setSingleKeys(value);
    setOn(value);
  };
  return (
    <Checkbox checked={isOn} onChange={(event) => toggle(event.target.checked)}>
      Use single-key shortcuts outside fields
    </Checkbox>
  );
}
