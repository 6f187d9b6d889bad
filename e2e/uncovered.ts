import { expect, type Page } from 'playwright/test';

/**
 * Controls whose centre is covered by another element, each with that element. Runs in the page, and restores every
 * scroll position.
 */
export const coveredControls = (): string[] => {
  const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';
  // Behind a modal dialog everything is inert, and an open menu covers what is below it until it closes.
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const menu = document.querySelector(':popover-open');
  const nameOf = (element: Element | null): string =>
    element?.outerHTML.slice(0, element.outerHTML.indexOf('>') + 1).slice(0, 160) ?? 'nothing';

  const isReachable = (control: Element): boolean =>
    control.checkVisibility({ visibilityProperty: true }) &&
    !control.matches(':disabled') &&
    !control.closest('[inert]') &&
    // Visible only to screen readers, or only while focused.
    getComputedStyle(control).clipPath === 'none' &&
    !control.closest('.vh');

  const scrolled = [...document.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));

  const coverOf = (control: Element): string | undefined => {
    // A scrolling region can be clicked anywhere, and the controls in it are checked by themselves.
    if (control.matches('[role="region"]')) return undefined;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = control.getClientRects()[0];
    if (!box || box.width === 0 || box.height === 0) return undefined;
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    if ([control, ...labels].some((own) => own.contains(hit))) return undefined;
    if (menu?.contains(hit) && !menu.contains(control)) return undefined;
    return `${nameOf(control)} is covered by ${nameOf(hit)}`;
  };
  const covered = [...scope.querySelectorAll(CONTROLS)]
    .filter(isReachable)
    .flatMap((control) => coverOf(control) ?? []);

  for (const element of document.querySelectorAll('*')) {
    const before = scrolled.find((one) => one.element === element);
    if (element.scrollTop !== (before?.top ?? 0)) element.scrollTop = before?.top ?? 0;
    if (element.scrollLeft !== (before?.left ?? 0)) element.scrollLeft = before?.left ?? 0;
  }
  return covered;
};

/**
 * Elements and pseudo-elements that are positioned by a table row. WebKit does not take a row for a containing block:
 * there they cover the next box outside, which may be the whole window.
 */
export const placedByRows = (): string[] => {
  const PARTS = ['', '::before', '::after'] as const;
  const isContaining = (style: CSSStyleDeclaration): boolean =>
    style.position !== 'static' ||
    [style.transform, style.translate, style.rotate, style.scale, style.perspective, style.filter].some(
      (value) => value !== 'none',
    ) ||
    /paint|layout|strict|content/.test(style.contain) ||
    /transform|translate|rotate|scale|perspective|filter/.test(style.willChange);
  const containingBlockOf = (from: Element | null): Element | null => {
    for (let box = from; box; box = box.parentElement) if (isContaining(getComputedStyle(box))) return box;
    return null;
  };
  return [...document.querySelectorAll('table *')].flatMap((element) =>
    PARTS.flatMap((part) => {
      const { position, content } = getComputedStyle(element, part);
      if (position !== 'absolute' || (part !== '' && /^(?:none|normal)$/.test(content))) return [];
      const container = containingBlockOf(part === '' ? element.parentElement : element);
      const display = container ? getComputedStyle(container).display : '';
      return /^table-(?:row|header-group|footer-group|column)/.test(display)
        ? [`${element.tagName.toLowerCase()}.${element.className}${part} in a ${display}`]
        : [];
    }),
  );
};

/** Every control can be pressed at its centre, here and in engines that know no rows as containing blocks. */
export const expectNothingCovered = async (page: Page) => {
  expect(await page.evaluate(coveredControls)).toEqual([]);
  expect([...new Set(await page.evaluate(placedByRows))]).toEqual([]);
};
