import { useEffect } from 'react';
import { notify } from '#ui/feedback/notify.tsx';

/** Left by the page that registers for the one that follows, in this tab only. */
const mark = 'spruce.welcome';

/** Has the next page welcome somebody who has just registered. Without storage nobody is welcomed. */
export function welcomeNext(firstName: string): void {
  try {
    window.sessionStorage.setItem(mark, firstName);
  } catch {
    // not allowed by this browser: nothing else depends on it
  }
}

function takeWelcome(): string | null {
  try {
    const firstName = window.sessionStorage.getItem(mark);
    window.sessionStorage.removeItem(mark);
    return firstName;
  } catch {
    return null;
  }
}

/** Welcomes, once, who has just registered. */
export function useWelcome(): void {
  useEffect(() => {
    const firstName = takeWelcome();
    if (firstName === null) return;
    notify({ text: `Welcome, ${firstName}. Your account is ready.`, action: { label: 'See it', to: '/account/' } });
  }, []);
}
