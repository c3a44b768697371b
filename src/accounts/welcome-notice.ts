import { useEffect } from 'react';
import { notify } from '#ui/feedback/notify.tsx';

/** The registration page stores the name here for the next page, in this tab only. */
const storageKey = 'shop.welcome';

/** Makes the next page welcome a newly registered member, unless storage is blocked. */
export function welcomeNext(firstName: string): void {
  try {
    window.sessionStorage.setItem(storageKey, firstName);
  } catch {
    // storage is blocked, and nothing else depends on it
  }
}

function takeWelcome(): string | null {
  try {
    const firstName = window.sessionStorage.getItem(storageKey);
    window.sessionStorage.removeItem(storageKey);
    return firstName;
  } catch {
    return null;
  }
}

/** Welcomes a newly registered member, once. */
export function useWelcome(): void {
  useEffect(() => {
    const firstName = takeWelcome();
    if (firstName === null) return;
    notify({
      text: `Welcome, ${firstName}. Your account is ready.`,
      action: { label: 'View account', to: '/account/' },
    });
  }, []);
}
