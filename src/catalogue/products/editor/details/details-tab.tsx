import type { Choice } from '#ui/table/table-config.ts';
import { Controller } from 'react-hook-form';
import { slug } from '#lib/text/slug.ts';
import { ChipsField } from '#ui/form/chips-field.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { FormMoneyField } from '#ui/form/money-field.tsx';
import { registerField } from '#ui/register-field.ts';
import { Switch } from '#ui/form/switch.tsx';
import { ComplementsField } from './complements-field.tsx';
import { DescriptionEditor } from './description-editor.tsx';
import styles from './details-tab.module.css';
import { FactsField } from './facts-field.tsx';
import { RefusalNote } from '../refusal-note.tsx';
import { TabSaveBar } from '../tab-save-bar.tsx';
import { type DetailsForm, type DetailsTabProps, useDetailsForm } from './use-details-form.ts';
import type { Product } from '../product-types.ts';

export function DetailsTab(props: DetailsTabProps) {
  const { product, categories, suppliers, toVariations } = props;
  const details = useDetailsForm(props);
  const { form, faults, attempt, changed } = details;
  return (
    <form
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void details.save(false);
      }}
      aria-label="Update Details"
      className={styles.form}
    >
      <ErrorSummary title="These need your attention" faults={faults} attempt={attempt} />
      <RefusalNote {...details} />
      <div className={styles.columns}>
        <div className={styles.panel}>
          <Names {...details} />
          <div className={styles.pair}>
            <SelectField
              id="productSupplierId"
              label="Supplier"
              isOptional
              error={form.formState.errors.productSupplierId?.message}
              choices={suppliers}
              {...registerField(form, 'productSupplierId', { setValueAs: (value: unknown) => value || null })}
            >
              <option value="">No supplier</option>
            </SelectField>
            <Categories details={details} categories={categories} />
          </div>
          <TextArea
            id="shortDescription"
            label="Short description"
            isOptional
            rows={2}
            className={styles.short}
            hint="Shown beside the picture."
            error={form.formState.errors.shortDescription?.message}
            {...registerField(form, 'shortDescription')}
          />
          <Controller
            control={form.control}
            name="longDescription"
            render={({ field, fieldState }) => (
              <DescriptionEditor
                label="Description"
                value={field.value ?? ''}
                onChange={field.onChange}
                error={fieldState.error?.message}
              />
            )}
          />
          <FactsField details={details} />
          <ComplementsField details={details} product={product} />
        </div>
        <div className={styles.side}>
          <Selling details={details} product={product} toVariations={toVariations} />
        </div>
      </div>
      <TabSaveBar productId={product.id} {...details}>
        {changed === 1 ? '1 field changed.' : `${changed} fields changed.`}
      </TabSaveBar>
    </form>
  );
}

function Names({ form, messageOf }: DetailsForm) {
  return (
    <>
      <TextField
        id="productName"
        label="Product name"
        autoComplete="off"
        error={messageOf('productName')}
        {...registerField(form, 'productName')}
      />
      <TextField
        id="productUrl"
        label="Product Url"
        autoComplete="off"
        spellCheck={false}
        error={messageOf('productUrl')}
        hint="The address after /shopping/product-detail/. If you change it, the old address still works."
        {...registerField(form, 'productUrl', {
          onBlur: (event: { target: { value: string } }) =>
            form.setValue('productUrl', slug(event.target.value), { shouldDirty: true }),
        })}
      />
    </>
  );
}

function Categories({ details, categories }: { details: DetailsForm; categories: readonly Choice[] }) {
  const { form, messageOf } = details;
  const choices = categories.map(({ value, label }) => ({ key: value, label }));
  return (
    <Controller
      control={form.control}
      name="categories"
      render={({ field }) => (
        <ChipsField
          id="categories"
          label="Categories"
          placeholder="Add…"
          error={messageOf('categories')}
          choices={choices}
          chips={field.value.map((id) => ({
            key: id,
            label: choices.find(({ key }) => key === id)?.label ?? 'Unknown',
          }))}
          onAdd={(id) => field.onChange([...field.value, id])}
          onRemove={(id) => field.onChange(field.value.filter((one) => one !== id))}
        />
      )}
    />
  );
}

interface SellingProps {
  details: DetailsForm;
  product: Product;
  toVariations: () => void;
}

function Selling({ details, product, toVariations }: SellingProps) {
  const { form } = details;
  return (
    <>
      <section className={styles.panel} aria-label="Selling">
        <h2>Selling</h2>
        <Switch hint="Shoppers see it in the shop" {...registerField(form, 'isActive')}>
          Displayed online
        </Switch>
        <Switch hint="Can be sold when none are on hand" {...registerField(form, 'allowSaleWithoutStock')}>
          Allow sale without stock
        </Switch>
        <Switch hint="Owned by the supplier until sold" {...registerField(form, 'isConsignment')}>
          Consignment
        </Switch>
      </section>
      <section className={styles.panel} aria-label="Code and price">
        <h2>Code and price</h2>
        {product.hasVariations ? (
          <p>
            Each variation item has its own code and price.{' '}
            <button type="button" className={styles.link} onClick={toVariations}>
              Go to the items
            </button>
          </p>
        ) : (
          <CodeAndPrice {...details} />
        )}
      </section>
    </>
  );
}

function CodeAndPrice({ form, messageOf }: DetailsForm) {
  return (
    <>
      <TextField
        id="productCode"
        label="Product code"
        autoComplete="off"
        spellCheck={false}
        isNumeric
        error={messageOf('productCode')}
        {...registerField(form, 'productCode')}
      />
      <FormMoneyField
        control={form.control}
        name="sellingPrice"
        id="sellingPrice"
        label="Selling price"
        hint="Includes GST."
        error={messageOf('sellingPrice')}
      />
    </>
  );
}
