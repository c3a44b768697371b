import { Fragment, useState } from 'react';
import { Checkbox } from '#ui/form/field.tsx';
import { Dialog, DialogBody } from '#ui/overlay/dialog.tsx';
import { Key } from '#ui/button/key.tsx';
import { areSingleKeysOn, turnSingleKeys } from '#ui/use-keys.ts';
import styles from './keys-sheet.module.css';

const sheet: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search or jump to'],
      ['Ctrl S', 'Save'],
      ['Esc', 'One step back'],
      ['?', 'This sheet'],
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
      ['Shift X', 'Select up to here'],
      ['[ ]', 'Previous and next page'],
    ],
  },
  {
    title: 'An order, or a row of orders',
    keys: [
      ['I', 'Save the tax invoice'],
      ['S', 'Change the status'],
    ],
  },
  {
    title: 'Opened from a list',
    keys: [['[ ]', 'Previous and next order or product']],
  },
];

/** All keys, and the switch for those of a single letter. */
export function KeysSheet({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Dialog isOpen={isOpen} title="Keyboard shortcuts" onClose={close}>
      <DialogBody>
        <div className={styles.sheet}>
          {sheet.map(({ title, keys }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {keys.map(([names, what]) => (
                  <Fragment key={names}>
                    <dt>
                      {names.split(' ').map((name) => (
                        <Key key={name}>{name}</Key>
                      ))}
                    </dt>
                    <dd>{what}</dd>
                  </Fragment>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <SingleKeys />
      </DialogBody>
    </Dialog>
  );
}

function SingleKeys() {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const turn = (isNow: boolean): void => {
    turnSingleKeys(isNow);
    setOn(isNow);
  };
  return (
    <Checkbox checked={isOn} onChange={(event) => turn(event.target.checked)}>
      Single letters and signs act outside fields
    </Checkbox>
  );
}
