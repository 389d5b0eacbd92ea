import type { AuditEntry, SaveConflict } from '#schemas/api/metadata-editing.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { definitionChanges, optionSetChanges } from '#generators/language/definition-changes.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { readVersions, type Subject, type VersionRow } from './queries.ts';

/** The product itself, when it brings in what ships. Nothing else saves under this name. */
export const SYSTEM = 'system';
/** The author of changes made by a command on the server. */
export const COMMAND = 'command';
const HANDS: Readonly<Record<string, string>> = { [SYSTEM]: '系统', [COMMAND]: '命令行' };

/** Sentences of one version at most; an import of thousands of options is one change to a person. */
const MAX_CHANGES = 100;

/** The name to show for who saved. */
export const authorName = (row: { readonly author: string; readonly account: string | null }): string =>
  row.account ?? HANDS[row.author] ?? '已注销的账号';

function changesOf(kind: Subject['kind'], before: unknown, after: unknown): string[] {
  const all =
    kind === 'object'
      ? definitionChanges((before ?? undefined) as ObjectDefinition | undefined, after as ObjectDefinition)
      : optionSetChanges((before ?? undefined) as OptionSet | undefined, after as OptionSet);
  if (all.length === 0) return ['内容没有变化'];
  const rest = all.length - MAX_CHANGES;
  return rest > 0 ? [...all.slice(0, MAX_CHANGES), `另有 ${rest} 处修改`] : all;
}

/** A version as lists show it. */
export function auditEntry(row: VersionRow): AuditEntry {
  const { kind, name, version, definition, before, steps, author, at } = row;
  const { label } = definition;
  const changes = changesOf(kind, before, definition);
  return { kind, name, label, version, author, authorName: authorName(row), at, changes, steps: steps.length };
}

/** The refusal of a save that began from another version than the current one: who saved since, and what. */
export async function conflict(db: Db, subject: Subject, baseVersion: number): Promise<Failure> {
  const [current] = await readVersions(db, subject, 1);
  if (!current) return new Failure('CONFLICT', '内容已不存在，请刷新后再试', [], { version: 0, changes: [] });
  const [base] = baseVersion > 0 ? await readVersions(db, { ...subject, version: baseVersion }, 1) : [];
  const { author, at, version } = current;
  const by = authorName(current);
  const changes = base ? changesOf(subject.kind, base.definition, current.definition) : [];
  const details: SaveConflict = { version, author, authorName: by, at, changes };
  return new Failure(
    'CONFLICT',
    `“${current.definition.label}”已被${by}修改（当前版本 ${version}），请刷新后再试`,
    [],
    {
      ...details,
    },
  );
}
