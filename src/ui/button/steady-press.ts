/** What a press acts on when it is let go; fields act when they are pressed, so a move in between takes nothing from them. */
const pressable =
  'button, a[href], summary, label, input:is([type=checkbox], [type=radio], [type=submit], [type=button])';

/** CSS pixels that a hand may move between pressing and letting go. */
const slop = 10;

interface Press {
  target: HTMLElement;
  x: number;
  y: number;
}

/**
 * Leaving a field shows its fault, which moves the page while the button below it is being pressed: the browser then finds another
 * element under the pointer on release and sends no click (UI Events, 3.5.4). Here the press still counts for what was pressed,
 * as long as it is shown and the pointer has stayed. For every page; install it once.
 */
export function keepPresses(page: Document): void {
  let press: Press | undefined;
  page.addEventListener(
    'mousedown',
    ({ target, button, clientX: x, clientY: y }) => {
      const pressed = target instanceof Element ? target.closest<HTMLElement>(pressable) : null;
      press = pressed && button === 0 ? { target: pressed, x, y } : undefined;
    },
    true,
  );
  page.addEventListener(
    'mouseup',
    ({ target: over, button, clientX, clientY }) => {
      const ended = press;
      press = undefined;
      if (!ended || button !== 0 || Math.hypot(clientX - ended.x, clientY - ended.y) > slop) return;
      const { target } = ended;
      const isOver = over instanceof Node && target.contains(over);
      if (!isOver && isShown(target) && !isUnder(target, ended)) clickInstead(page, target);
    },
    true,
  );
}

/** What is gone or hidden by now is not pressed: it may be the form that was sent while its button was held. */
const isShown = (target: HTMLElement): boolean => target.getClientRects().length > 0;

/** Whether the element is still where it was pressed, so that something was laid over it: a menu or a dialog. */
function isUnder(target: HTMLElement, { x, y }: Press): boolean {
  const { left, right, top, bottom } = target.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** The browser clicks what holds both elements, if anything, within the same task: that click gives way. */
function clickInstead(page: Document, target: HTMLElement): void {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  page.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => {
    page.removeEventListener('click', stop, true);
    target.click();
  });
}
