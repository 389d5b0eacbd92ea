import { createElement, type ReactNode } from 'react';
import type { NotePerson } from '#schemas/api/notes.ts';
import { PersonLink } from '#client/ui/person-link.tsx';

/** Bold text, or an address up to what ends it. */
const INLINE = /(\*\*[^*\n]+\*\*|https?:\/\/[^\s<>"'，。；、！？（）“”]+)/u;
const ITEM = /^\s*[-*•]\s+/u;
/** What a pattern reads as a sign of its own. */
const SIGNS = /[.*+?^${}()|[\]\\]/g;

interface NoteTextProps {
  readonly body: string;
  readonly mentions: readonly NotePerson[];
}

/** An element with its children one after another: they never change places, so that none needs a key. */
const element = (tag: 'p' | 'ul' | 'li' | 'b' | 'span', children: readonly ReactNode[]): ReactNode =>
  createElement(tag, null, ...children);

/** The pattern of those who are mentioned, the longest name first: a name may begin with another. */
function mentioning(mentions: readonly NotePerson[]): RegExp | undefined {
  const names = mentions.map(({ name }) => `@${name}`).toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return undefined;
  return new RegExp(`(${names.map((name) => name.replaceAll(SIGNS, String.raw`\$&`)).join('|')})`, 'u');
}

function withNames(text: string, mentions: readonly NotePerson[]): ReactNode[] {
  const names = mentioning(mentions);
  if (!names) return [text];
  return text.split(names).map((part, at) => {
    if (at % 2 === 0) return part;
    const page = mentions.find(({ name }) => `@${name}` === part)?.page;
    return createElement('b', { className: 'note-mention' }, createElement(PersonLink, { page }, part));
  });
}

function inline(text: string, mentions: readonly NotePerson[]): ReactNode[] {
  return text.split(INLINE).map((part, at) => {
    if (at % 2 === 0) return element('span', withNames(part, mentions));
    if (part.startsWith('**')) return element('b', withNames(part.slice(2, -2), mentions));
    return createElement('a', { href: part, target: '_blank', rel: 'noopener noreferrer nofollow' }, part);
  });
}

/** The text of a note: bold, lists, addresses and mentions; all else is shown as it was written, tags too. */
export function NoteText({ body, mentions }: NoteTextProps) {
  const blocks: { readonly isList: boolean; readonly lines: string[] }[] = [];
  for (const line of body.split('\n')) {
    const isList = ITEM.test(line);
    const last = blocks.at(-1);
    if (last?.isList === isList) last.lines.push(line);
    else blocks.push({ isList, lines: [line] });
  }
  const drawn = blocks.map(({ isList, lines }) =>
    isList
      ? element(
          'ul',
          lines.map((line) => element('li', inline(line.replace(ITEM, ''), mentions))),
        )
      : element('p', inline(lines.join('\n'), mentions)),
  );
  return createElement('div', { className: 'note-text' }, ...drawn);
}
