import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../../src/server/db');

/** A column as the types of tables say it: may it be read as null? */
export interface TypedColumn {
  readonly table: string;
  readonly column: string;
  readonly nullable: boolean;
}

/** `key: type` pairs of the braces that begin at `from`, and where they end. */
function entriesOf(text: string, from: number): { entries: [string, string][]; end: number } {
  const entries: [string, string][] = [];
  let depth = 0;
  let start = from + 1;
  const take = (end: number) => {
    const [, key, type] = /^\s*(\w+)\??:\s*([\s\S]+)$/.exec(text.slice(start, end)) ?? [];
    if (key !== undefined && type !== undefined) entries.push([key, type.trim()]);
    start = end + 1;
  };
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    // The arrow of a function type closes nothing.
    const closes = letter === '}' || (letter === '>' && text[at - 1] !== '=');
    if (letter === '{' || letter === '<') depth += 1;
    else if (closes) {
      depth -= 1;
      if (depth === 0) {
        take(at);
        return { entries, end: at };
      }
    } else if (letter === ';' && depth === 1) take(at);
  }
  throw new Error('The braces of an interface do not close.');
}

function tablesOf(file: string): TypedColumn[] {
  const text = readFileSync(path.join(FOLDER, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  return [...text.matchAll(/export interface \w*Tables[^{]*\{/g)].flatMap((match) => {
    const { entries } = entriesOf(text, match.index + match[0].length - 1);
    return entries.flatMap(([table, type]) =>
      entriesOf(type, 0).entries.map(([column, columnType]) => ({
        table,
        column,
        nullable: /\|\s*null\b/.test(columnType),
      })),
    );
  });
}

/** Every column that the types of tables name, as their files are written. */
export const typedColumns = (): TypedColumn[] =>
  ['tables.ts', ...readdirSync(path.join(FOLDER, 'tables')).map((file) => `tables/${file}`)].flatMap(tablesOf);
