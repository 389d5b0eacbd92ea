import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { projectFiles, sourceFiles } from '#tests/support/project/project-files.ts';

const HAN = /\p{Script=Han}/gu;
const LATIN = /[A-Za-z]/g;
// Examples such as 广东省 or A轮 are used alone; a sentence has punctuation of its own or runs on.
const CHINESE_SENTENCE = /[，。；？！]|\p{Script=Han}{12,}/u;
// Two English words in a row make a phrase; "BP", "SVIP" and "URL" are words that the market uses as they are.
const ENGLISH_PHRASE = /[A-Za-z]{2,}\s+[a-z]{2,}/;
const SHOWN_KEYS = new Set(['label', 'placeholder', 'help', 'message', 'title', 'aria-label', 'alt', 'helperText']);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const isEnglish = (text: string) => ENGLISH_PHRASE.test(text) && count(text, HAN) === 0;

function visit(node: unknown, see: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see, parent);
  if (!isNode(node)) return;
  see(node, parent);
  for (const child of Object.values(node)) visit(child, see, node);
}

/** Titles of tests and of groups of them, as they are written: a template keeps its placeholders. */
function titlesOf(program: unknown): string[] {
  const titles: string[] = [];
  visit(program, (node) => {
    const [title] = node.type === 'CallExpression' && Array.isArray(node['arguments']) ? node['arguments'] : [];
    if (!isNode(title) || !isTestCall(node['callee'])) return;
    if (title.type === 'Literal') titles.push(String(title['value']));
    if (title.type !== 'TemplateLiteral' || !Array.isArray(title['quasis'])) return;
    titles.push(title['quasis'].map((part: { value: { cooked: string } }) => part.value.cooked).join(' '));
  });
  return titles;
}

/** Whether `test`, `it` or `describe` is called, also as `test.each(rows)`. */
function isTestCall(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return /^(?:describe|it|\w*[tT]est)$/.test(String(callee['name']));
  return isTestCall(callee['object'] ?? callee['callee'] ?? callee['tag']);
}

const sources = sourceFiles().map((file) => {
  const { program, comments } = parseSync(file, readFileSync(file, 'utf8'));
  return { file, program, comments };
});

describe('what only code reads is English', () => {
  test('comments are written in English; a Chinese term may be quoted in them', () => {
    const chinese = sources.flatMap(({ file, comments }) =>
      comments
        .filter(({ value }) => CHINESE_SENTENCE.test(value) && count(value, HAN) > count(value, LATIN))
        .map(({ value }) => `${file}: ${value.trim()}`),
    );
    expect(chinese).toEqual([]);
  });

  test('names are written in English; a key of a table may be Chinese', () => {
    const chinese: string[] = [];
    for (const { file, program } of sources) {
      visit(program, (node, parent) => {
        const isKey = parent?.type === 'Property' && parent['key'] === node;
        const name = node.type === 'Identifier' || node.type === 'JSXIdentifier' ? String(node['name']) : '';
        if (!isKey && count(name, HAN) > 0) chinese.push(`${file}: ${name}`);
      });
    }
    expect(chinese).toEqual([]);
  });

  test('no comment silences a tool', () => {
    const silencers = sources.flatMap(({ file, comments }) =>
      comments
        .filter(({ value }) => /^\s*(eslint|oxlint|biome|prettier|oxfmt|knip|v8|c8|istanbul)[- ]|@ts-[a-z]/.test(value))
        .map(({ value }) => `${file}: ${value.trim()}`),
    );
    expect(silencers).toEqual([]);
  });
});

/** Names that were given up for those that the field uses. */
const GIVEN_UP: readonly (readonly [name: RegExp, instead: string])[] = [
  [/tell-?person|tellFollowers/i, 'notifyUser, notifyFollowers'],
  [/node-?complaint|start-?complaint/i, 'startup error'],
  [/cameLate|late-arrival/, 'isBackdated'],
  [/openDoors|http\/doors/, 'listening sockets'],
  [/\b(?:listLives|StaffLive|LiveDesk|storeLives)\b|shared\/lives\/|api\/lives\./, 'livestream'],
  [/fresh-?standing|\bhurry\(|#shelf\b/i, 'eligibility, flushNow, repository'],
  [/\b(?:DeskQueue|DeskStore|IdentityDeskScreen)\b/, 'review queue'],
  [/kind-words|lives-(?:page|screen)|late-pictures/, 'labels, livestreams, after-pictures'],
  [/commands\/sample\b/, 'sample/ and commands/seed/'],
  [/tellNotice|tell-notice/, 'announceNotice'],
  [/limits\/one-at-a-time|owner-deed|staff-actions\/deed|lockForDeed/, 'account lock, staff action'],
  [/sleeping-chooser|head-acts|grid-rail/, 'lazy select, header commands, selection column'],
];
/** Rooms whose comments use plain words for what is, and for users. Statements of migrations are pinned. */
const PLAIN_ROOMS = ['generators/', 'sample/', 'schemas/', 'src/client/', 'src/server/', 'src/shared/'];
const PINNED = 'src/server/db/migrations/';
const UNPLAIN = /\b(?:stands?|stood|standing|lies|hurry|pulse|(?:is|are|was|were) told|he|his|him|himself)\b/i;

const commentsIn = (rooms: readonly string[], word: RegExp) =>
  sources
    .filter(({ file }) => rooms.some((room) => file.startsWith(room)) && !file.startsWith(PINNED))
    .flatMap(({ file, comments }) =>
      comments.filter(({ value }) => word.test(value)).map(({ value }) => `${file}: ${value.trim()}`),
    );

describe('words that were given up', () => {
  // This file names them.
  const others = sources.filter(({ file }) => !file.endsWith('words.test.ts'));

  test.each(GIVEN_UP)('%s stays out of names, comments and paths: it is %s', (name) => {
    const found = others.filter(({ file }) => name.test(file) || name.test(readFileSync(file, 'utf8')));
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  test('comments say user, and again', () => {
    const found = commentsIn(PLAIN_ROOMS, /\b(?:somebody|nobody|whoever|anybody|anew)\b/i);
    expect(found).toEqual([]);
  });

  test('comments say what is, and speak of users without a gender', () => {
    expect(commentsIn(PLAIN_ROOMS, UNPLAIN)).toEqual([]);
  });
});

/** Words for which the field has others: user, again, informed, shown, is, action, storage. */
const NOT_OF_THE_FIELD =
  /\b(?:somebody|nobody|whoever|anybody|everybody|anew|told|tells?|telling|stands?|standing|stood|lies|deeds?|shelf|pulse|hurry)\b/i;

describe('tests and documents are written in the words of the field', () => {
  test('comments and titles of tests use them', () => {
    const found = sources
      .filter(({ file }) => file.startsWith('tests/') && !file.endsWith('words.test.ts'))
      .flatMap(({ file, program, comments }) =>
        [...comments.map(({ value }) => value), ...titlesOf(program)]
          .filter((text) => NOT_OF_THE_FIELD.test(text.replaceAll(/`[^`]*`/g, '')))
          .map((text) => `${file}: ${text.trim()}`),
      );
    expect(found).toEqual([]);
  });

  test('pages of documents use them outside of code', () => {
    // The table of access is generated from the routes, whose words are the server's.
    const pages = projectFiles().filter(
      (file) => /^(?:docs\/.*|README|CONTRIBUTING)\.md$/.test(file) && file !== 'docs/access.md',
    );
    const found = pages.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => NOT_OF_THE_FIELD.test(line.replaceAll(/`[^`]*`/g, '')))
        .map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });
});

describe('what a person reads is Chinese', () => {
  test('labels and messages in the metadata are no English phrases', () => {
    const english: string[] = [];
    const files = projectFiles().filter((file) => /^schemas\/(?!generated\/).*\.json$/.test(file));
    for (const file of files) {
      JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) => {
        if (SHOWN_KEYS.has(key) && typeof value === 'string' && isEnglish(value))
          english.push(`${file}: ${key}: ${value}`);
        return value;
      });
    }
    expect(english).toEqual([]);
  });

  test('views show no English phrases', () => {
    const english: string[] = [];
    for (const { file, program } of sources.filter(({ file }) => file.startsWith('src/client/'))) {
      visit(program, (node, parent) => {
        if (node.type === 'JSXText' && isEnglish(String(node['value'])))
          english.push(`${file}: ${String(node['value'])}`);
        if (node.type !== 'Literal' || parent?.type !== 'JSXAttribute' || !isNode(parent['name'])) return;
        const text = String(node['value']);
        if (SHOWN_KEYS.has(String(parent['name']['name'])) && isEnglish(text)) english.push(`${file}: ${text}`);
      });
    }
    expect(english).toEqual([]);
  });
});
