import { SaxesParser } from 'saxes';

/** The texts of all elements of these names in a document, in their order; none where it is no XML. */
export function xmlTexts<Name extends string>(xml: string, names: readonly Name[]): Record<Name, string[]> {
  const texts = Object.fromEntries(names.map((name) => [name, [] as string[]])) as Record<Name, string[]>;
  const parser = new SaxesParser();
  let text = '';
  let isBroken = false;
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on('opentag', () => {
    text = '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (!isBroken && name in texts) texts[name as Name].push(text);
    text = '';
  });
  parser.write(xml).close();
  return texts;
}
