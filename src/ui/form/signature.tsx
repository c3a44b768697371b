import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { cx } from '../classes.ts';
import { FieldAbout, FieldError, Star, TextField } from './field.tsx';
import { type OpenPad, openPad } from './signature-pad.ts';
import { padHeight, padWidth } from './signature-size.ts';
import { nameAsPng } from './signature-strokes.ts';
import styles from './signature.module.css';

interface SignatureProps {
  /** The target of an error summary's link: the group takes the focus. */
  id?: string;
  label: ReactNode;
  isOptional?: boolean;
  isStarred?: boolean;
  /** An explanation under the label. */
  about?: string | undefined;
  error?: string | undefined;
  /** A PNG of 500 by 200 pixels as a data URL, or the path of a stored one; '' while there is none. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * A signature, drawn with finger, pen or mouse, or typed as a name by users who can't draw. Loads signature_pad: import it only in
 * routes that need it.
 */
export function Signature(props: SignatureProps) {
  const { id: givenId, label, isOptional, isStarred, about, error, value, onChange } = props;
  const own = useId();
  const id = givenId ?? own;
  const [isTyped, setTyped] = useState(false);
  const [reported, setReported] = useState('');
  const [round, setRound] = useState(0);
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
    // Cleared from outside: a new pad replaces the signed one.
    setReported('');
    setTyped(false);
    setSwitched(false);
    setRound(round + 1);
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
        <Stored path={value} again={() => begin(false)} />
      ) : (
        <Surface key={round} onChange={report} {...{ value, hasSwitched }} other={() => begin(!isTyped)} />
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

function Stored({ path, again }: { path: string; again: () => void }) {
  return (
    <>
      <div className={styles.paper}>
        <img src={path} alt="The signature" width={padWidth} height={padHeight} />
      </div>
      <div className={styles.foot}>
        <Button look="plain" size="small" onClick={again}>
          Sign again
        </Button>
      </div>
    </>
  );
}

interface SurfaceProps {
  value: string;
  onChange: (value: string) => void;
  /** Switches to the other way of signing. */
  other: () => void;
  /** Shown after a switch, whose button is gone: takes the focus. */
  hasSwitched: boolean;
}

function Pad({ value, onChange, other, hasSwitched }: SurfaceProps) {
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
        {!hasStrokes && <span className={styles.ghost}>Sign here with finger, pen or mouse</span>}
        <span className={styles.line} aria-hidden="true" />
      </div>
      <div className={styles.foot}>
        <Button look="plain" size="small" autoFocus={hasSwitched} onClick={other}>
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

function TypedName({ value, onChange, other }: SurfaceProps) {
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
        <Button look="plain" size="small" onClick={other}>
          Draw it instead
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
