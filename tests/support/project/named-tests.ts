import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A test as a page of the notes names it: its file, and words of its own. */
interface NamedTest {
  readonly file: string;
  readonly words: string;
}

/** A page whose tables end in a column of tests. */
interface NotedPage {
  /** Rows of all tables, without their heads. */
  readonly rows: readonly string[];
  readonly tests: readonly NamedTest[];
}

/** Reads a page of the notes. @param file path from the root; @param head what the first column of its tables is called */
export function readNotedPage(file: string, head: string): NotedPage {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return {
    rows: text
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith(`| ${head} `)),
    tests: Array.from(text.matchAll(/`(tests\/[\w./-]+)` › (.+?)(?=<br>| \|$)/gm), ([, at = '', words = '']) => ({
      file: at,
      words: words.trim(),
    })),
  };
}

/** What is text before a function: the titles of tests, and little else. */
const TITLES = /(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`), ?(?:async )?(?:\(|\{|\w+ =>)/g;

const titlesOf = (source: string): string[] =>
  Array.from(source.replaceAll(/\s+/g, ' ').matchAll(TITLES), ([, quoted, template]) => quoted ?? template ?? '');

/** Those that are not there in these words. */
export function missingTests(tests: readonly NamedTest[]): readonly NamedTest[] {
  const titles = new Map<string, readonly string[]>();
  return tests.filter(({ file, words }) => {
    const place = path.join(ROOT, file);
    const known = titles.get(file) ?? (existsSync(place) ? titlesOf(readFileSync(place, 'utf8')) : []);
    titles.set(file, known);
    return !known.some((title) => title.includes(words));
  });
}
