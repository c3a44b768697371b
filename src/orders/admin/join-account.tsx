import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { type joinAccount, type OrderOnPage, sentences } from './contract.ts';

/** "Guest", and a dialog that joins the order to the buyer's account. */
export function JoinAccount({ order }: { order: OrderOnPage }) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      Guest{' '}
      <Button look="plain" size="small" onClick={() => setOpen(true)}>
        Join to an account
      </Button>
      <Dialog isOpen={isOpen} title="Join to an account" about={order.orderNumber} width="narrow" onClose={close}>
        <JoinForm order={order} close={close} />
      </Dialog>
    </>
  );
}

function JoinForm({ order: { id, matchingAccount }, close }: { order: OrderOnPage; close: () => void }) {
  const { revalidate } = useRevalidator();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (form: FormData): Promise<void> => {
    const email = String(form.get('email') ?? '').trim();
    if (email === '') return setFault('Email is required.');
    setBusy(true);
    try {
      const input = { params: { orderId: id }, body: { email } };
      await call<typeof joinAccount>('PUT /v1/manage-orders/{orderId}/account', input);
      await revalidate();
      notify({ text: sentences.joined });
      close();
    } catch (error) {
      setFault(errorMessageOf(error, sentences.joinFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      <DialogBody>
        <p>
          The account’s holder then sees this order, its addresses and its tax invoice. Make sure that they placed it:
          an account may have been registered with somebody else’s email.
        </p>
        <TextField
          label="Email of the account"
          name="email"
          inputMode="email"
          autoComplete="off"
          defaultValue={matchingAccount?.email}
          hint={matchingAccount ? `${matchingAccount.name} has an account with the email of this order.` : undefined}
          error={fault}
          onChange={() => setFault(undefined)}
        />
      </DialogBody>
      <DialogFoot>
        <Button look="quiet" size="small" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" size="small" isBusy={isBusy}>
          Join the order
        </Button>
      </DialogFoot>
    </form>
  );
}
