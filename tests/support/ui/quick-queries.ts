/**
 * What jsdom works out at each question is kept for as long as the document does not change: the styles of an element,
 * which cost a look at every rule, and the labels of an input, which cost a walk through the document for each label.
 * Half of the time of tests that draw went there.
 */

const inside = Object.getOwnPropertySymbols(document).find((symbol) => symbol.description === 'impl');
if (inside === undefined) throw new Error('jsdom keeps its documents in another place');

/** Grows with every change of the document, of a node or an attribute. */
function version(): number {
  const { _version: counted } = Reflect.get(document, inside ?? '') as { readonly _version?: unknown };
  if (typeof counted !== 'number') throw new Error('jsdom counts changes of a document in another place');
  return counted;
}

/** What was worked out since the last change, by element. */
function untilChanged<Value>(make: () => Map<Element, Value>): () => Map<Element, Value> {
  let known = make();
  let at = -1;
  return () => {
    if (version() === at) return known;
    at = version();
    known = make();
    return known;
  };
}

const styles = untilChanged(() => new Map<Element, CSSStyleDeclaration>());
const computed = window.getComputedStyle.bind(window);
function quickStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return computed(element, pseudo);
  const known = styles();
  const style = known.get(element) ?? computed(element);
  known.set(element, style);
  return style;
}
window.getComputedStyle = quickStyle;
globalThis.getComputedStyle = quickStyle;

const labels = untilChanged(() => {
  const found = new Map<Element, HTMLLabelElement[]>();
  for (const label of document.querySelectorAll('label')) {
    const { control } = label;
    if (control) found.set(control, [...(found.get(control) ?? []), label]);
  }
  return found;
});
for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement]) {
  Object.defineProperty(prototype, 'labels', {
    configurable: true,
    get(this: Element) {
      return this.getAttribute('type') === 'hidden' ? null : (labels().get(this) ?? []);
    },
  });
}
