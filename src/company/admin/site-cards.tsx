import { Controller } from 'react-hook-form';
import { Banner } from '#ui/feedback/banner.tsx';
import { ChipsField } from '#ui/form/chips-field.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { MoneyField } from '#ui/form/money-field.tsx';
import { registerField } from '#ui/register-field.ts';
import { Switch } from '#ui/form/switch.tsx';
import { Card } from './settings-card.tsx';
import styles from './settings.module.css';
import { settingLabels } from './settings-form-values.ts';
import type { SettingsFields } from './use-settings-form.ts';

interface CardProps {
  settings: SettingsFields;
}

export function DeliveryCard({ settings, hasStockNote = true }: CardProps & { hasStockNote?: boolean }) {
  const { form, errorOf } = settings;
  const fields = [
    { path: 'delivery.fee', hint: 'The fee for standard delivery. Pickup is free.' },
    {
      path: 'delivery.freeFrom',
      hint: 'Compared with the total after discounts. Leave empty if delivery is never free.',
    },
  ] as const;
  return (
    <Card id="delivery" title="Delivery" about="Delivery fees, and what the shop says about delivery.">
      <div className={layout.fields}>
        {fields.map(({ path, hint }) => (
          <Controller
            key={path}
            name={path}
            control={form.control}
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <MoneyField
                ref={ref}
                id={path}
                name={path}
                label={settingLabels[path]}
                isOptional={path === 'delivery.freeFrom'}
                hint={hint}
                error={errorOf(path)}
                value={value}
                onValueChange={onChange}
                onBlur={onBlur}
              />
            )}
          />
        ))}
      </div>
      {deliverySentences.map(({ path, hint }) => (
        <TextField
          key={path}
          {...registerField(form, path)}
          id={path}
          label={settingLabels[path]}
          isOptional
          hint={hint}
          error={errorOf(path)}
        />
      ))}
      {hasStockNote && (
        <TextField
          {...registerField(form, 'lowStockFrom', { valueAsNumber: true })}
          id="lowStockFrom"
          label={settingLabels.lowStockFrom}
          isNumeric
          inputMode="numeric"
          hint="From 0 to 10 units. When this many or fewer are left, the shop shows a note such as “Only 3 left”. 0 turns the note off."
          error={errorOf('lowStockFrom')}
        />
      )}
    </Card>
  );
}

/** Sentences in the company's own words; an empty one is not shown. */
const deliverySentences = [
  { path: 'delivery.times', hint: 'Shown on product pages and at checkout. Leave empty to show nothing.' },
  { path: 'delivery.dispatch', hint: 'Shown above every page of the shop, such as “Ordered by 1 pm, sent today”.' },
  { path: 'delivery.pickUp', hint: 'Shown beside In Store Pickup at checkout.' },
] as const;

const notificationLists = [
  { path: 'notifications.orders', label: 'Orders' },
  { path: 'notifications.enquiries', label: 'Enquiries' },
  { path: 'notifications.submissions', label: 'Form submissions' },
] as const;

export function NotificationsCard({ settings: { form, errorOf } }: CardProps) {
  return (
    <Card
      id="notifications"
      title="Notifications"
      about="Who gets an e-mail when something arrives. Up to 10 addresses each."
    >
      {notificationLists.map(({ path, label }) => (
        <Controller
          key={path}
          name={path}
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <ChipsField
              id={path}
              label={label}
              placeholder={value.length === 0 ? 'name@example.com.au' : 'Add an address'}
              error={errorOf(path)}
              chips={value.map((address) => ({ key: address, label: address }))}
              onAdd={(address) => onChange([...value, address])}
              onRemove={(address) => onChange(value.filter((one) => one !== address))}
            />
          )}
        />
      ))}
    </Card>
  );
}

export function MessageCard({ settings: { form, values, errorOf } }: CardProps) {
  const message = values.systemMessage?.trim() ?? '';
  return (
    <Card id="message" title="System message" about="Shown above every page, to everyone, until you remove it.">
      <TextArea
        {...registerField(form, 'systemMessage')}
        id="systemMessage"
        label="Message"
        isOptional
        rows={2}
        hint={`${[...message].length} of 300 characters.`}
        error={errorOf('systemMessage')}
      />
      {message !== '' && (
        <figure className={styles.preview} aria-hidden="true">
          <figcaption>Preview</figcaption>
          <Banner>{message}</Banner>
        </figure>
      )}
    </Card>
  );
}

const entries = [
  { path: 'navigation.shopping', hint: 'Links to the shop' },
  { path: 'navigation.cart', hint: 'Links to the cart' },
  { path: 'navigation.faqs', hint: 'The entry of your menu for FAQs' },
  { path: 'navigation.login', hint: 'Shown to visitors who are not signed in' },
  { path: 'navigation.register', hint: 'Shown to visitors who are not signed in' },
  { path: 'navigation.admin', hint: 'Shown to administrators' },
  { path: 'navigation.logout', hint: 'Shown to users who are signed in' },
] as const;

export function NavigationCard({ settings: { form } }: CardProps) {
  return (
    <Card
      id="navigation"
      title="Navigation"
      about="Which links the program adds to the main bar. Your own links are under Pages, Menus."
    >
      <div className={styles.switches}>
        {entries.map(({ path, hint }) => (
          <Switch key={path} {...registerField(form, path)} id={path} hint={hint}>
            {settingLabels[path]}
          </Switch>
        ))}
      </div>
    </Card>
  );
}
