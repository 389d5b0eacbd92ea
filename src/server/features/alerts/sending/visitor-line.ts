import type { RecordRow } from '#schemas/api/records.ts';
import type { AlertLineKind } from '#schemas/api/alerts.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { VISITOR } from '#server/features/alerts/base/visitors-source.ts';
import { fieldWords } from './record-words.ts';

const [PERSON, FIRST, LAST, UID] = ['person', 'firstOn', 'lastOn', 'uid'] as const;
/** What a line says of a visitor beside the name. */
const SHOWN = ['entity', 'kind'] as const;

export const isVisitor = ({ apiName }: CatalogObject): boolean => apiName === VISITOR;

export const visitorFields = (open: ReadonlySet<string>): string[] =>
  [PERSON, ...SHOWN, FIRST, LAST, UID].filter((name) => open.has(name));

/** A visitor in one line, as the list of visitors shows them to the reader. */
export function visitorWords(object: CatalogObject, row: RecordRow, kind: AlertLineKind): string {
  const words = (name: string) => fieldWords(object, row, name);
  const came = kind === 'entered' ? '首次来访' : `再次来访（首次 ${words(FIRST)}）`;
  return [words(PERSON), came, ...SHOWN.map(words), words(LAST)].filter(Boolean).join(' · ');
}

/** When a line is from: of a visitor who does not say who it is the day alone, as in the list. */
export function visitedAt(row: RecordRow, at: string): string {
  const isNamed = Boolean((row as Readonly<Record<string, unknown>>)[UID]);
  return isNamed ? at : startOfShanghaiDay(shanghaiDay(new Date(at))).toISOString();
}
