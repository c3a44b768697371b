import { useState } from 'react';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { ChipsField } from '#ui/form/chips-field.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { DeleteQuestion } from '#ui/overlay/delete-question.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { Differences } from '#ui/overlay/field-differences.tsx';
import { TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { KeyboardKey } from '#ui/button/keyboard-key.tsx';
import { MoneyField } from '#ui/form/money-field.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { type MenuEntry, PopupMenu } from '#ui/overlay/popup-menu.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { Switch } from '#ui/form/switch.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { CopyIcon, DotsIcon, PencilIcon } from '#ui/icons/back-office-icons.tsx';
import styles from './back-office.module.css';
import { PictureSpecimen } from './pictures.tsx';
import { Reports } from './reports.tsx';
import { SpecimenGroup, Specimen, State } from './specimen.tsx';
import { TableSpecimen } from './table-specimen.tsx';

export function BackOffice() {
  return (
    <SpecimenGroup id="back-office" title="Back office">
      <TableSpecimen />
      <Dialogs />
      <MenusAndButtons />
      <TabsAndSaveBar />
      <BackOfficeFields />
      <Reports />
      <PictureSpecimen />
      <Specimen name="Differences" file="field-differences.tsx" isColumn>
        <Differences
          theirs="Somebody else"
          mine="You"
          differences={[
            { label: 'Product name', theirs: 'Flat mop, 40 cm', mine: 'Flat mop' },
            { label: 'Supplier', theirs: '', mine: 'Marlowick Brushware' },
          ]}
        />
      </Specimen>
      {/* Last, because it contains a page heading. */}
      <Specimen name="PageHead" file="page-head.tsx" isColumn>
        <PageHead
          title="Flat mop"
          badge={<Badge tone="success">Displayed online</Badge>}
          actions={<Button size="small">Edit</Button>}
        >
          A short note about the record.
        </PageHead>
      </Specimen>
    </SpecimenGroup>
  );
}

type Opened = 'dialog' | 'wide' | 'narrow' | 'confirm' | 'delete';

function Dialogs() {
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const opener = (which: Opened, label: string) => (
    <Button look="quiet" size="small" onClick={() => setOpened(which)}>
      {label}
    </Button>
  );
  return (
    <Specimen name="Dialog, Confirm, DeleteQuestion" file="dialog.tsx confirm.tsx delete-question.tsx">
      <State props="33 rem">{opener('dialog', 'Dialog')}</State>
      <State props='width="wide"'>{opener('wide', 'Wide dialog')}</State>
      <State props='width="narrow"'>{opener('narrow', 'Narrow dialog')}</State>
      <State props="Confirm isDangerous">{opener('confirm', 'Confirm')}</State>
      <State props="DeleteQuestion">{opener('delete', 'Delete')}</State>
      <Dialog
        isOpen={opened === 'dialog' || opened === 'wide' || opened === 'narrow'}
        title="Rename a mop"
        about="Flat mop"
        width={opened === 'wide' || opened === 'narrow' ? opened : undefined}
        onClose={close}
      >
        <DialogBody>
          <TextField label="Name of the mop" defaultValue="Flat mop" />
        </DialogBody>
        <DialogFoot note="Explains what will happen.">
          <Button size="small" onClick={close}>
            Rename
          </Button>
        </DialogFoot>
      </Dialog>
      <Confirm
        isOpen={opened === 'confirm'}
        title="Empty the bucket"
        about={{ icon: <TrashIcon />, name: 'The bucket', note: '8 litres, half full' }}
        confirm="Empty it"
        cancel="Cancel"
        isDangerous
        onConfirm={close}
        onCancel={close}
      >
        <p>Names what will be destroyed. Cancel has the focus first.</p>
      </Confirm>
      <DeleteQuestion
        kind="mop"
        name={opened === 'delete' ? 'Flat mop' : undefined}
        remove={() => Promise.resolve()}
        close={close}
        done={() => Promise.resolve()}
      />
    </Specimen>
  );
}

function MenusAndButtons() {
  const [isOn, setOn] = useState(true);
  const entries: MenuEntry[] = [
    { label: 'Edit', icon: <PencilIcon />, shortcut: 'E', onSelect: () => notify({ text: 'Edit' }) },
    { label: 'Duplicate', icon: <CopyIcon />, onSelect: () => notify({ text: 'Duplicate' }) },
    { label: 'Displayed', isOn, onSelect: () => setOn(!isOn) },
    { label: 'Delete', icon: <TrashIcon />, isDangerous: true, startsGroup: true, onSelect: () => undefined },
  ];
  return (
    <Specimen name="PopupMenu, IconButton, KeyboardKey" file="popup-menu.tsx icon-button.tsx keyboard-key.tsx">
      <State props="PopupMenu">
        <PopupMenu button={<DotsIcon />} buttonClassName={styles.menu} label="Actions" entries={entries} />
      </State>
      <State props="IconButton">
        <IconButton label="Remove the mop">
          <TrashIcon />
        </IconButton>
      </State>
      <State props="disabled">
        <IconButton label="Remove the bucket" disabled>
          <TrashIcon />
        </IconButton>
      </State>
      <State props="KeyboardKey">
        <KeyboardKey>Ctrl S</KeyboardKey>
      </State>
    </Specimen>
  );
}

function TabsAndSaveBar() {
  const [tab, setTab] = useState<'first' | 'second'>('first');
  const [isDirty, setDirty] = useState(true);
  return (
    <>
      <Specimen name="Tabs" file="tabs.tsx" isColumn>
        <Tabs
          label="An example of tabs"
          tabs={[
            { id: 'first', label: 'Details', isChanged: isDirty },
            { id: 'second', label: 'Pictures', note: '4 of 8' },
          ]}
          current={tab}
          onPick={setTab}
        >
          <p>{tab === 'first' ? 'A dot marks unsaved changes.' : 'A note follows the name.'}</p>
        </Tabs>
      </Specimen>
      <Specimen name="SaveBar" file="save-bar.tsx" isColumn>
        <div className={styles.page}>
          <Button look="quiet" size="small" disabled={isDirty} onClick={() => setDirty(true)}>
            Change something
          </Button>
          <SaveBar isDirty={isDirty} isSaving={false} onSave={() => setDirty(false)} onDiscard={() => setDirty(false)}>
            1 field changed.
          </SaveBar>
        </div>
      </Specimen>
    </>
  );
}

function BackOfficeFields() {
  const [words, setWords] = useState(['mop', 'floor']);
  const [dollars, setDollars] = useState<number | null>(1284.5);
  return (
    <Specimen name="MoneyField, ChipsField, Switch" file="money-field.tsx chips-field.tsx switch.tsx" isColumn>
      <MoneyField label="Price of the mop" value={dollars} onValueChange={setDollars} />
      <ChipsField
        label="Words"
        hint="Press Enter to add a word."
        chips={words.map((word) => ({ key: word, label: word }))}
        onAdd={(word) => setWords([...words, word])}
        onRemove={(key) => setWords(words.filter((word) => word !== key))}
      />
      <Switch hint="Explains the setting." defaultChecked>
        Displayed
      </Switch>
    </Specimen>
  );
}
