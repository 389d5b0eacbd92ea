import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { type BoundValues, recordValues } from '#shared/bindings/bound-values.ts';
import type { IncomingRecord } from '#server/core/records/record-writer.ts';

const ARTICLES = path.join(import.meta.dirname, 'articles');
const GLOSSARY = path.join(import.meta.dirname, 'glossary.json');

const listed = (text: string | undefined): string[] => text?.split(/[、,]\s*/) ?? [];

/** An article as it ships: lines of `name: value`, a line without anything, then its Markdown. The file has its address as its name. */
function readArticle(file: string): IncomingRecord {
  const text = readFileSync(path.join(ARTICLES, file), 'utf8');
  const end = text.indexOf('\n\n');
  const head = new Map(
    text
      .slice(0, end)
      .split('\n')
      .map((line): [string, string] => {
        const [name = '', ...rest] = line.split(': ');
        return [name, rest.join(': ')];
      }),
  );
  const slug = file.replace(/\.md$/, '');
  const values = recordValues(BINDINGS.helpArticle, {
    title: head.get('title'),
    category: head.get('category'),
    position: Number(head.get('position')),
    isPublished: true,
    audience: listed(head.get('audience')),
    keywords: listed(head.get('keywords')),
    places: listed(head.get('places')),
    slug,
    body: text.slice(end).trim(),
  });
  return { key: slug, values: values as RecordValues };
}

/** The articles of the help center that ship, by their addresses. */
export const shippedArticles = (): IncomingRecord[] =>
  readdirSync(ARTICLES)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map(readArticle);

/** The terms of the market that ship, by themselves. */
export function shippedTerms(): IncomingRecord[] {
  const terms = JSON.parse(readFileSync(GLOSSARY, 'utf8')) as BoundValues<typeof BINDINGS.glossaryTerm>[];
  return terms.map((term) => ({
    key: term.term ?? '',
    values: recordValues(BINDINGS.glossaryTerm, { ...term, isPublished: true }) as RecordValues,
  }));
}
