import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { cx } from '../classes.ts';
import { FieldAbout, FieldError, Star, TextField } from './field.tsx';
import { type OpenPad, openPad } from './signature-pad.ts';
import { padHeight, padWidth } from './signature-size.ts';
import { nameAsPng } from './signature-as-png.ts';
import styles from './signature.module.css';

interface SignatureProps {
  /** The id that an error summary links to; the link focuses the group. */
  id?: string;
  label: ReactNode;
  isOptional?: boolean;
  isStarred?: boolean;
  /** An explanation under the label. */
  about?: string | undefined;
  error?: string | undefined;
  /** A PNG of 500 by 200 pixels as a data URL, or the path of a stored PNG; '' while there is no signature. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * A signature, drawn with a finger, pen or mouse, or typed as a name by users who can't draw. Import it only in routes that
 * need it, because it loads signature_pad.
 */
export function Signature(props: SignatureProps) {
  const { id: givenId, label, isOptional, isStarred, about, error, value, onChange } = props;
  const own = useId();
  const id = givenId ?? own;
  const [isTyped, setTyped] = useState(false);
  const [reported, setReported] = useState('');
  const [padKey, setPadKey] = useState(0);
  const [hasSwitched, setSwitched] = useState(false);
  const report = (png: string): void => {
    setReported(png);
    onChange(png);
  };
  const begin = (typed: boolean): void => {
    setTyped(typed);
    setSwitched(true);
    report('');
  };
  if (value === '' && reported !== '') {
    // The value was cleared from outside, so a new pad replaces the signed one.
    setReported('');
    setTyped(false);
    setSwitched(false);
    setPadKey(padKey + 1);
  }
  const isStored = value !== '' && value !== reported;
  const Surface = isTyped ? TypedName : Pad;
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.signature}
      aria-describedby={cx(about && `${id}-about`, error && `${id}-error`) || undefined}
      data-invalid={error ? '' : undefined}
    >
      <legend className={styles.legend}>
        {label}
        {isOptional && <span> optional</span>}
        {isStarred && <Star />}
      </legend>
      <FieldAbout id={id}>{about}</FieldAbout>
      {isStored ? (
        <StoredSignature path={value} signAgain={() => begin(false)} />
      ) : (
        <Surface key={padKey} onChange={report} {...{ value, hasSwitched }} switchMethod={() => begin(!isTyped)} />
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

function StoredSignature({ path, signAgain }: { path: string; signAgain: () => void }) {
  return (
    <>
      <div className={styles.paper}>
        <img src={path} alt="The signature" width={padWidth} height={padHeight} />
      </div>
      <div className={styles.foot}>
        <Button look="plain" size="small" onClick={signAgain}>
          Sign again
        </Button>
      </div>
    </>
  );
}

interface SurfaceProps {
  value: string;
  onChange: (value: string) => void;
  /** Switches between drawing and typing. */
  switchMethod: () => void;
  /** The user has just switched, so the clicked button is gone and this surface takes the focus. */
  hasSwitched: boolean;
}

function Pad({ value, onChange, switchMethod, hasSwitched }: SurfaceProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<OpenPad>(undefined);
  const report = useEffectEvent(onChange);
  useEffect(() => {
    if (!canvas.current) return;
    const open = openPad(canvas.current, (png) => report(png));
    pad.current = open;
    return open.close;
  }, []);
  const hasStrokes = value !== '';
  return (
    <>
      <div className={styles.paper}>
        <canvas ref={canvas} role="img" aria-label={hasStrokes ? 'Signature pad, signed' : 'Signature pad, empty'} />
        {!hasStrokes && <span className={styles.ghost}>Sign here with a finger, pen or mouse</span>}
        <span className={styles.line} aria-hidden="true" />
      </div>
      <div className={styles.foot}>
        <Button look="plain" size="small" autoFocus={hasSwitched} onClick={switchMethod}>
          Type your name instead
        </Button>
        <Button look="plain" size="small" disabled={!hasStrokes} onClick={() => pad.current?.undo()}>
          Undo
        </Button>
        <Button look="plain" size="small" disabled={!hasStrokes} onClick={() => pad.current?.clear()}>
          Clear
        </Button>
      </div>
    </>
  );
}

const longestName = 60;

function TypedName({ value, onChange, switchMethod }: SurfaceProps) {
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const type = (typed: string): void => {
    setName(typed);
    onChange(nameAsPng(typed));
  };
  return (
    <>
      <div className={cx(styles.paper, styles.typed)}>
        {value !== '' && <img src={value} alt={`Signature: ${name}`} width={padWidth} height={padHeight} />}
        <span className={styles.line} aria-hidden="true" />
      </div>
      <TextField
        ref={field}
        label="Your name as your signature"
        autoComplete="name"
        autoFocus
        maxLength={longestName}
        value={name}
        onChange={(event) => type(event.target.value)}
      />
      <div className={styles.foot}>
        <Button look="plain" size="small" onClick={switchMethod}>
          Draw your signature instead
        </Button>
        <Button
          look="plain"
          size="small"
          disabled={name === ''}
          onClick={() => {
            type('');
            field.current?.focus();
          }}
        >
          Clear
        </Button>
      </div>
    </>
  );
}
