// jsdom lays nothing out, so there is nowhere to scroll to.
Object.defineProperty(Element.prototype, 'scrollIntoView', {
  value: () => undefined,
  writable: true,
  configurable: true,
});
