/** Elements that act on release; fields act on pointer down, so movement before release does not matter to them. */
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
 * Leaving a field shows its fault, which moves the page while the button below it is being pressed: the browser then finds another
 * element under the pointer on release and sends no click (UI Events, 3.5.4). This sends the click to the pressed element,
 * as long as it is visible and the pointer has hardly moved. For every page; install it once.
 */
export function installSteadyPress(page: Document): void {
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

/** Elements that are gone or hidden by now get no click, such as in a form that was sent while its button was pressed. */
const isShown = (target: HTMLElement): boolean => target.getClientRects().length > 0;

/** Whether the element is still at its position, so that something was laid over it: a menu or a dialog. */
function isUnder(target: HTMLElement, { x, y }: Press): boolean {
  const { left, right, top, bottom } = target.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** The browser clicks the common ancestor of both elements, if any, within the same task: that click is suppressed. */
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
