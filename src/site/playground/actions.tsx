import { useState } from 'react';
import { Badge, ChipButton, ChipLink, Count, type Tone } from '#ui/feedback/badge.tsx';
import { AnchorButton, Button, LinkButton, MoreLink } from '#ui/button/button.tsx';
import { CheckIcon, PhoneIcon } from '#ui/icons/icons.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { QuantityField } from '#ui/form/quantity-field.tsx';
import { SpecimenGroup, Specimen, State } from './specimen.tsx';

const here = '/playground/';
const looks = ['primary', 'quiet', 'soft', 'accent', 'danger', 'plain'] as const;
const tones: readonly Tone[] = ['neutral', 'success', 'warning', 'danger', 'info'];

export function Actions() {
  return (
    <SpecimenGroup id="actions" title="Actions and labels">
      <Specimen name="Button" file="button.tsx">
        {looks.map((look) => (
          <State key={look} props={`look="${look}"`}>
            <Button look={look}>Send</Button>
          </State>
        ))}
        <State props="disabled">
          <Button disabled>Send</Button>
        </State>
        <State props="isBusy">
          <Button isBusy>Sending</Button>
        </State>
        <State props="isCaps">
          <Button isCaps>ADD TO CART</Button>
        </State>
        <State props='size="large"'>
          <Button size="large">Send</Button>
        </State>
        <State props='size="small"'>
          <Button size="small">Send</Button>
        </State>
        <State props="with an icon">
          <Button look="soft">
            <CheckIcon />
            Done
          </Button>
        </State>
      </Specimen>
      <Specimen name='Button look="onInk"' file="button.tsx" isOnInk>
        <State props='look="onInk"'>
          <Button look="onInk">Call us</Button>
        </State>
      </Specimen>
      <Specimen name="Links" file="button.tsx">
        <State props="LinkButton">
          <LinkButton to={here}>Continue</LinkButton>
        </State>
        <State props="AnchorButton">
          <AnchorButton look="quiet" href="#actions">
            <PhoneIcon />
            Call
          </AnchorButton>
        </State>
        <State props="MoreLink">
          <MoreLink to={here}>Learn More</MoreLink>
        </State>
        <State props="MoreLink isBack">
          <MoreLink to={here} isBack>
            Back
          </MoreLink>
        </State>
      </Specimen>
      <Specimen name="Badge" file="badge.tsx">
        {tones.map((tone) => (
          <State key={tone} props={`tone="${tone}"`}>
            <Badge tone={tone}>In stock</Badge>
          </State>
        ))}
        <State props="isRaised">
          <Badge tone="warning" isRaised>
            Only 6 left
          </Badge>
        </State>
      </Specimen>
      <Choices />
    </SpecimenGroup>
  );
}

const sizes = [
  { value: '1', label: '1 L' },
  { value: '5', label: '5 L' },
  { value: '15', label: '15 L', isUnavailable: true },
];

function Choices() {
  const [size, setSize] = useState('5');
  const [count, setCount] = useState(2);
  const [isChipShown, setChipShown] = useState(true);
  return (
    <>
      <Specimen name="Chips and Count" file="badge.tsx">
        <State props="ChipLink">
          <ChipLink to={here} label="Remove filter Size: 5 L">
            Size: 5 L
          </ChipLink>
        </State>
        <State props="ChipButton isGood">
          {isChipShown ? (
            <ChipButton isGood label="Remove code CLEAN10" onPress={() => setChipShown(false)}>
              CLEAN10
            </ChipButton>
          ) : (
            <Button look="plain" size="small" onClick={() => setChipShown(true)}>
              Show it again
            </Button>
          )}
        </State>
        <State props="Count">
          <Count>12</Count>
        </State>
      </Specimen>
      <Specimen name="OptionButtons" file="option-buttons.tsx" isColumn>
        <State props="one is isUnavailable">
          <OptionButtons legend="Size" options={sizes} value={size} onChange={setSize} />
        </State>
        <State props="error">
          <OptionButtons legend="Scent" options={sizes} value="" onChange={setSize} error="Please choose a size." />
        </State>
      </Specimen>
      <Specimen name="QuantityField" file="quantity-field.tsx">
        <State props="waitMs={0}">
          <QuantityField label="Quantity of cloths" value={count} onChange={setCount} waitMs={0} />
        </State>
        <State props='size="large"'>
          <QuantityField label="Quantity of mops" value={count} onChange={setCount} size="large" />
        </State>
        <State props='size="small" max={3}'>
          <QuantityField
            label="Quantity of gloves"
            value={Math.min(count, 3)}
            onChange={setCount}
            size="small"
            max={3}
          />
        </State>
      </Specimen>
    </>
  );
}
