import type { Upload } from '#ui/uploads.ts';
import { fieldsOf } from '../definition.ts';
import { typeOf } from '../field-types.ts';
import type { FormStore } from './form-store.ts';

/** Files of fields that show and are not on the server yet. */
const waitingIn = (store: FormStore): Upload[] =>
  fieldsOf(store.form)
    .filter(
      ({ formFieldType, id }) =>
        ['files', 'images'].includes(typeOf(formFieldType).control) && store.field(id).isVisible,
    )
    .flatMap(({ id }) => (store.field(id).answer ?? []) as Upload[]) // what an uploader holds
    .filter(({ path }) => !path);

/** Whether all files have arrived; waits for those that are on their way. */
export function readyFiles(store: FormStore): Promise<'ready' | 'faultyFiles' | 'noAnswer'> {
  return new Promise((resolve) => {
    const look = (): void => {
      const waiting = waitingIn(store);
      if (waiting.some(({ progress, fault }) => progress !== undefined && fault === undefined)) return;
      end();
      resolve(waiting.length === 0 ? 'ready' : 'faultyFiles');
    };
    const end = store.subscribeAll(look);
    look();
  });
}
