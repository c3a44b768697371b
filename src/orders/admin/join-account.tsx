import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { Button } from '#ui/button/button.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { type joinAccount, type OrderOnPage, sentences } from './contract.ts';

/** The word "Guest" and a button that adds the order to the buyer's account. */
export function JoinAccount({ order }: { order: OrderOnPage }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      Guest{' '}
      <Button look="plain" size="small" onClick={() => setOpen(true)}>
        Add to an account
      </Button>
      {isOpen && <JoinDialog order={order} close={() => setOpen(false)} />}
    </>
  );
}

function JoinDialog({ order, close }: { order: OrderOnPage; close: () => void }) {
  const { id, orderNumber, matchingAccount } = order;
  const { revalidate } = useRevalidator();
  const [email, setEmail] = useState(matchingAccount?.email ?? '');
  const { refusal, setRefusal, isBusy, run } = useSubmit(sentences.joinFailed);
  const send = async (): Promise<void> => {
    if (email.trim() === '') return setRefusal('Email is required.');
    await run(async () => {
      const input = { params: { orderId: id }, body: { email: email.trim() } };
      await call<typeof joinAccount>('PUT /v1/manage-orders/{orderId}/account', input);
      await revalidate();
      notify({ text: sentences.joined });
      close();
    });
  };
  return (
    <FormDialog
      title="Add to an account"
      about={orderNumber}
      width="narrow"
      submitLabel="Add order"
      isBusy={isBusy}
      onSubmit={send}
      close={close}
    >
      <p>
        The account holder will see this order, its addresses and its tax invoice. Make sure that they placed it: anyone
        can register an account with somebody else’s email.
      </p>
      <TextField
        label="Email of the account"
        name="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        hint={matchingAccount ? `${matchingAccount.name} has an account with the email of this order.` : undefined}
        error={refusal}
        onChange={({ target }) => {
          setEmail(target.value);
          setRefusal(undefined);
        }}
      />
    </FormDialog>
  );
}
