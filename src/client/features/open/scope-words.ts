import { ASSISTANT, FOLLOW, READ_ALL, readScope } from '#shared/policy/api-scopes.ts';

interface NamedObject {
  readonly objectApiName: string;
  readonly label: string;
}

/** What a scope of a key allows, in words. */
export function scopeWords(scope: string, objects: readonly NamedObject[]): string {
  if (scope === READ_ALL) return '读取全部对象';
  if (scope === FOLLOW) return '增量同步';
  if (scope === ASSISTANT) return '智能问答工具';
  const object = objects.find(({ objectApiName }) => readScope(objectApiName) === scope);
  return object ? `读取${object.label}` : scope;
}
