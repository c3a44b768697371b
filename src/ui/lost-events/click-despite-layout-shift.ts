/**
 * Elements that a click activates. Fields react as soon as they are pressed, so a layout shift before the release does
 * not matter.
 */
const pressable =
  'button, a[href], summary, label, input:is([type=checkbox], [type=radio], [type=submit], [type=button])';

/** CSS pixels that the pointer may move between press and release. */
const slop = 10;

interface Press {
  target: HTMLElement;
  x: number;
  y: number;
}

/**
 * Leaving a field may show an error message, which moves a button away while it is being pressed. The browser then finds
 * another element under the pointer on release and sends no click (UI Events, 3.5.4). This sends the click to the pressed
 * element, if it is visible and the pointer has hardly moved. Call it once per document.
 */
export function clickDespiteLayoutShift(page: Document): void {
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
      if (!isOver && isShown(target) && !isCovered(target, ended)) clickInstead(page, target);
    },
    true,
  );
}

/** Whether the element is still shown. A button that was removed or hidden, for example when its form was sent, gets no click. */
const isShown = (target: HTMLElement): boolean => target.getClientRects().length > 0;

/** Whether the element is still at the pointer's position: it has not moved, but a menu or a dialog has opened on top of it. */
function isCovered(target: HTMLElement, { x, y }: Press): boolean {
  const { left, right, top, bottom } = target.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Clicks the target, and suppresses the browser's click on the common ancestor of both elements, which follows in the same task. */
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
