import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import type { flatCategories } from '#storefront/contract.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { MoneyField } from '#ui/form/money-field.tsx';
import { PlusIcon } from '#ui/icons/icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import layout from '#ui/layout.module.css';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import cards from '../accounts/account-cards.module.css';
import type { readRules, writeRules } from './contract.ts';

type Rule = ReplyOf<typeof readRules>['rules'][number];
type Category = ReplyOf<typeof flatCategories>[number];

interface RulesCardProps {
  accountId: string;
  rules: readonly Rule[];
  sites: readonly { id: string; name: string }[];
}

/** When orders need approval besides budgets and limits. */
export function RulesCard({ accountId, rules, sites }: RulesCardProps) {
  const [isAdding, setAdding] = useState(false);
  const { change } = useChange();
  const categories = useCategories();
  const write = async (changed: readonly Rule[], text: string): Promise<void> => {
    const input = { params: { accountId }, body: { rules: [...changed] } satisfies InputOf<typeof writeRules>['body'] };
    await call<typeof writeRules>('PUT /v1/trade/accounts/{accountId}/approval-rules', input);
    notify({ text });
  };
  const inWords = (rule: Rule): string => {
    const site = sites.find(({ id }) => id === rule.siteId);
    const where = rule.siteId === null ? 'All sites' : (site?.name ?? 'One site');
    if (rule.kind === 'amount') return `${where}: orders above ${formatDollars(rule.amount)}`;
    if (rule.kind === 'newItem') return `${where}: items that the site has not ordered before`;
    return `${where}: all of ${categories.find(({ id }) => id === rule.categoryId)?.label ?? 'a category'}`;
  };
  return (
    <section className={panel.card} aria-labelledby="rules">
      <header className={panel.cardHead}>
        <h2 id="rules">Approval</h2>
        <Button look="quiet" size="small" onClick={() => setAdding(true)}>
          <PlusIcon />
          Add a rule
        </Button>
      </header>
      <p className={layout.muted}>
        Orders above the budget of a site or the limit of a person always need approval. These do as well:
      </p>
      {rules.length === 0 && <p className={layout.muted}>No rules yet.</p>}
      <ul className={cards.roles}>
        {rules.map((rule, i) => (
          <li key={JSON.stringify(rule)}>
            <span>{inWords(rule)}</span>
            <Button
              look="plain"
              size="small"
              aria-label={`Remove the rule ${inWords(rule)}`}
              onClick={() =>
                void change(
                  () => write(rules.toSpliced(i, 1), 'The rule has been removed.'),
                  'Unable to remove the rule.',
                )
              }
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {isAdding && (
        <RuleDialog
          sites={sites}
          categories={categories}
          send={async (rule) => {
            await write([...rules, rule], 'The rule has been added.');
            setAdding(false);
            await change(async () => {}, '');
          }}
          close={() => setAdding(false)}
        />
      )}
    </section>
  );
}

interface RuleDialogProps {
  sites: RulesCardProps['sites'];
  categories: readonly Category[];
  send: (rule: Rule) => Promise<void>;
  close: () => void;
}

function RuleDialog({ sites, categories, send, close }: RuleDialogProps) {
  const [kind, setKind] = useState<Rule['kind']>('amount');
  const [siteId, setSiteId] = useState('');
  const [amount, setAmount] = useState<number | null>(null);
  const [categoryId, setCategoryId] = useState('');
  const { refusal, setRefusal, isBusy, run } = useSubmit('Unable to add the rule.');
  const submit = (): void => {
    const where = { siteId: siteId || null };
    if (kind === 'newItem') return void run(() => send({ ...where, kind }));
    if (kind === 'category' && categoryId !== '') return void run(() => send({ ...where, kind, categoryId }));
    if (kind === 'amount' && amount !== null && !Number.isNaN(amount))
      return void run(() => send({ ...where, kind, amount }));
    setRefusal(kind === 'amount' ? 'Enter an amount.' : 'Choose a category.');
  };
  return (
    <FormDialog
      title="Add a rule"
      refusal={refusal}
      submitLabel="Add rule"
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      <div className={layout.stack}>
        <SelectField
          label="Approval is needed for"
          value={kind}
          onChange={({ target }) => setKind(target.value as Rule['kind'])} // the options below
          choices={[
            { value: 'amount', label: 'Orders above an amount' },
            { value: 'category', label: 'Items of a category' },
            { value: 'newItem', label: 'Items that the site has not ordered before' },
          ]}
        />
        {kind === 'amount' && <MoneyField label="Amount" value={amount} onValueChange={setAmount} />}
        {kind === 'category' && (
          <SelectField label="Category" value={categoryId} onChange={({ target }) => setCategoryId(target.value)}>
            <option value="">Choose a category</option>
            {categories.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField label="Site" value={siteId} onChange={({ target }) => setSiteId(target.value)}>
          <option value="">All sites</option>
          {sites.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </FormDialog>
  );
}

/** The shop's categories; empty until they are loaded. */
function useCategories(): readonly Category[] {
  const [categories, setCategories] = useState<readonly Category[]>([]);
  useEffect(() => {
    const control = new AbortController();
    call<typeof flatCategories>('GET /v1/products/flat-categories', {}, { signal: control.signal }).then(
      setCategories,
      () => undefined, // rules of categories read "a category"
    );
    return () => control.abort();
  }, []);
  return categories;
}
