import { Signature } from '#ui/form/signature.tsx';
import { signatureSource } from '../answers/encoding.ts';
import { type FieldProps, frameProps } from './field-props.ts';

export function SignatureControl(props: FieldProps) {
  const { className: _wide, ...frame } = frameProps(props);
  return <Signature {...frame} value={signatureSource(props.answer)} onChange={props.onAnswer} />;
}
