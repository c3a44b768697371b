import { type ChangeEvent, useId, useRef, useState } from 'react';
import { formatInstant } from '#lib/day.ts';
import { itemName } from '#lib/text/item-name.ts';
import { Button } from '#ui/button/button.tsx';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { FieldError, TextArea, TextField } from '#ui/form/field.tsx';
import { Signature } from '#ui/form/signature.tsx';
import { driverSentences as sentences } from './driver-contract.ts';
import styles from './driver.module.css';
import { smallPhoto } from './kept-report.ts';
import { type Driven, useReport } from './use-report.ts';

/** One delivery on the driver's phone: where it goes, what it is, and the proof that it was handed over. */
export function DriverView({ token, delivery: loaded }: { token: string; delivery: Driven }) {
  const state = useReport(token, loaded);
  const { delivery } = state;
  return (
    <div className={styles.view}>
      <header className={styles.head}>
        <p>
          Order {delivery.orderNumber}, delivery {delivery.number}
        </p>
        <h1>{delivery.siteName || delivery.name}</h1>
      </header>
      <Destination delivery={delivery} />
      <section className={styles.card} aria-label="Items">
        <h2>Hand over</h2>
        <ul className={styles.lines}>
          {delivery.lines.map(({ productName, variation, productCode, quantity }) => (
            <li key={`${productCode} ${variation}`}>
              <b>{quantity}</b>
              <span>
                {itemName(productName, variation)}
                <small>{productCode}</small>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <Outcome {...state} />
    </div>
  );
}

function Destination({ delivery }: { delivery: Driven }) {
  const { name, siteName, address, instructions, phone, poNumber } = delivery;
  const map = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
  return (
    <section className={styles.card} aria-label="Where to">
      <address>
        {siteName && <strong>{name}</strong>}
        <span>{address}</span>
      </address>
      {instructions && <Note>{instructions}</Note>}
      {poNumber && <p className={styles.quiet}>PO number {poNumber}</p>}
      <p className={styles.links}>
        <a href={map} target="_blank" rel="noreferrer">
          Map
        </a>
        {phone && (
          <span>
            Call <PhoneLink phone={phone} />
          </span>
        )}
      </p>
    </section>
  );
}

type State = ReturnType<typeof useReport>;

/** What has been recorded, or the forms to record it. */
function Outcome(state: State) {
  const { delivery, refusal } = state;
  const { deliveredAt, receivedBy, failedAt, failure } = delivery;
  if (delivery.state === 'delivered' && deliveredAt) {
    return (
      <>
        <Refusal>{refusal.proof ?? refusal.failure}</Refusal>
        <Note tone="success" isLive>
          {`Delivered ${formatInstant(new Date(deliveredAt))}${receivedBy && `, received by ${receivedBy}`}. Thank you.`}
        </Note>
      </>
    );
  }
  const mayFail = delivery.state === 'dispatched';
  return (
    <>
      {!mayFail && <Refusal>{refusal.failure}</Refusal>}
      {delivery.state === 'failed' && failedAt && (
        <Note tone="warning" isLive>
          {`Recorded as not delivered ${formatInstant(new Date(failedAt))}: ${failure}`}
        </Note>
      )}
      <ProofForm {...state} />
      {mayFail && <FailureForm {...state} />}
    </>
  );
}

/** Says that a report waits for a connection. */
function WaitingNote() {
  return (
    <Note tone="warning" isLive>
      {sentences.waiting}
    </Note>
  );
}

function ProofForm({ report, change, send, faults, refusal, busy }: State) {
  /** Resolves when the photo that was taken last is read. */
  const reading = useRef<Promise<void>>(undefined);
  const took = (photo: Promise<void>): void => {
    reading.current = photo;
  };
  const [isWaiting, setWaiting] = useState(false);
  const record = async (): Promise<void> => {
    setWaiting(true);
    await reading.current;
    setWaiting(false);
    await send('proof');
  };
  return (
    <form
      method="dialog"
      noValidate
      className={styles.card}
      aria-labelledby="proof"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWaiting) void record();
      }}
    >
      <h2 id="proof">Proof of delivery</h2>
      <p className={styles.quiet}>
        The name, and a photo or a signature. This phone keeps them until they are recorded.
      </p>
      <TextField
        label="Received by"
        autoComplete="off"
        autoCapitalize="words"
        maxLength={100}
        value={report.receivedBy}
        error={faults.receivedBy}
        onChange={({ target }) => change({ receivedBy: target.value })}
      />
      <Photo value={report.photo} error={faults.photo} onTake={took} onChange={(photo) => change({ photo })} />
      <Signature
        label="Signature"
        value={report.signature}
        error={faults.signature}
        onChange={(signature) => change({ signature })}
      />
      <Refusal>{refusal.proof}</Refusal>
      {report.waiting === 'proof' && <WaitingNote />}
      <Button type="submit" isBlock isBusy={busy === 'proof' || isWaiting}>
        {report.waiting === 'proof' ? 'Send now' : 'Record as delivered'}
      </Button>
    </form>
  );
}

interface PhotoProps {
  value: string;
  error: string | undefined;
  /** Called with what resolves when the photo is read. */
  onTake: (reading: Promise<void>) => void;
  onChange: (photo: string) => void;
}

function Photo({ value, error, onTake, onChange }: PhotoProps) {
  const id = useId();
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<string>();
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    target.value = ''; // so that the same file can be taken again
    if (!file) return;
    setReading(true);
    setFault(undefined);
    try {
      onChange(await smallPhoto(file));
    } catch {
      setFault('This picture cannot be read. Please take it again.');
    }
    setReading(false);
  };
  const message = fault ?? error;
  return (
    <div className={styles.photo}>
      {value && <img src={value} alt="The goods, as photographed" />}
      <div className={styles.photoActs}>
        <label className={styles.camera} htmlFor={id} data-invalid={message ? '' : undefined}>
          {isReading ? 'Reading the photo…' : value ? 'Take another photo' : 'Take a photo'}
          <input
            id={id}
            type="file"
            accept="image/*"
            capture="environment"
            aria-invalid={message ? true : undefined}
            aria-describedby={message ? `${id}-error` : undefined}
            onChange={(event) => onTake(take(event))}
          />
        </label>
        {value && (
          <Button look="plain" size="small" onClick={() => onChange('')}>
            Remove photo
          </Button>
        )}
      </div>
      <FieldError id={`${id}-error`}>{message}</FieldError>
    </div>
  );
}

const reasons = ['Nobody there', 'Site closed', 'Goods refused', 'Address not found'];

function FailureForm({ report, change, send, faults, refusal, busy }: State) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.card}
      open={isOpen || report.reason !== ''}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Could not be delivered</summary>
      <form
        method="dialog"
        noValidate
        className={styles.failure}
        onSubmit={(event) => {
          event.preventDefault();
          void send('failure');
        }}
      >
        <div className={styles.reasons} role="group" aria-label="Usual reasons">
          {reasons.map((reason) => (
            <Button key={reason} look="quiet" size="small" onClick={() => change({ reason })}>
              {reason}
            </Button>
          ))}
        </div>
        <TextArea
          label="Reason"
          rows={2}
          maxLength={300}
          value={report.reason}
          error={faults.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
        <Refusal>{refusal.failure}</Refusal>
        {report.waiting === 'failure' && <WaitingNote />}
        <Button type="submit" look="quiet" isBlock isBusy={busy === 'failure'}>
          {report.waiting === 'failure' ? 'Send now' : 'Record as not delivered'}
        </Button>
      </form>
    </details>
  );
}
