import { useCallback, useRef, useState } from 'react';
import { loadWithRetries } from '#ui/load-with-retries.ts';

/** What a form needs of a shape from the contract. */
export interface FormShape {
  safeParse(values: unknown): {
    success: boolean;
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
  };
}

export type FormShapes = Record<'billingForm' | 'shippingForm' | 'cardForm', FormShape>;

const acceptAll: FormShape = { safeParse: () => ({ success: true }) };

/** Used when the shapes can't be loaded: then only the server validates. */
const noShapes: FormShapes = { billingForm: acceptAll, shippingForm: acceptAll, cardForm: acceptAll };

/**
 * The shapes of the checkout's forms, which are loaded when a form is first used. `shapes` is set before the promise of `loadShapes`
 * is resolved.
 */
export function useFormShapes(): { shapes: FormShapes | undefined; loadShapes: () => Promise<FormShapes> } {
  const [shapes, setShapes] = useState<FormShapes>();
  const loading = useRef<Promise<FormShapes>>(undefined);
  const loadShapes = useCallback(() => {
    const take = (loaded: FormShapes): FormShapes => {
      setShapes(loaded);
      return loaded;
    };
    loading.current ??= loadWithRetries(() => import('../checkout-form.ts')).then(take, () => take(noShapes));
    return loading.current;
  }, []);
  return { shapes, loadShapes };
}
