import { Card } from '#company/admin/settings-card.tsx';
import { Checkbox, TextArea, TextField } from '#ui/form/field.tsx';
import { registerField } from '#ui/register-field.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import type { ServicesTyped } from '../contract.ts';
import type { SetupForms } from '../use-setup.ts';
import styles from './services-step.module.css';

/** The fields of the services that are offered, in order. */
export const serviceFields = (services: ServicesTyped): string[] =>
  Object.entries(services).flatMap(([id, { isOffered }]) => (isOffered ? [`${id}.name`, `${id}.summary`] : []));

/** The services of the library: each ticked service gets a page, with the name and summary that are entered here. */
export function ServicesStep({ setup: { services } }: { setup: SetupForms }) {
  const ids = Object.keys(services.values);
  const offered = ids.filter((id) => services.values[id]?.isOffered).length;
  return (
    <Card
      id="services"
      title="Services that you offer"
      about="Each service that you tick gets a page of its own: what is cleaned, how often, a checklist and questions. You can change every word later in Pages. If you tick none, your site starts without services."
    >
      <fieldset className={styles.services}>
        <legend>
          <Hidden>Services that you offer</Hidden>
        </legend>
        <p className={styles.count} role="status">
          {offered === 0 ? 'None ticked yet' : `${offered} of ${ids.length} ticked`}
        </p>
        <ul>
          {ids.map((id) => (
            <li key={id}>
              <Service id={id} services={services} />
            </li>
          ))}
        </ul>
      </fieldset>
    </Card>
  );
}

function Service({ id, services: { form, values, errorOf } }: { id: string; services: SetupForms['services'] }) {
  const { isOffered = false, name = '', summary = '' } = values[id] ?? {};
  const label = name.trim() || 'Service without a name';
  const fields = { name: `${id}.name`, summary: `${id}.summary` } as const;
  return (
    <>
      <Checkbox
        {...registerField(form, `${id}.isOffered`)}
        className={styles.tick}
        about={isOffered ? undefined : summary}
      >
        {label}
      </Checkbox>
      {isOffered && (
        <div role="group" aria-label={label} className={styles.words}>
          <TextField
            {...registerField(form, fields.name)}
            id={fields.name}
            label="Name"
            required
            maxLength={200}
            autoComplete="off"
            error={errorOf(fields.name)}
          />
          <TextArea
            {...registerField(form, fields.summary)}
            id={fields.summary}
            label="Summary"
            isOptional
            rows={1}
            error={errorOf(fields.summary)}
          />
        </div>
      )}
    </>
  );
}
