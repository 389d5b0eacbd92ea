import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import { ConditionFault, parseCondition } from '#generators/filters.ts';
import { isSystem } from '#generators/object.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import type { Problem } from '#shared/errors.ts';

export type FindObject = (apiName: string) => ObjectDefinition | undefined;
export type Test = (field: FieldDefinition) => boolean;

/** Is a field a link to records of this object? */
export const linksTo =
  (target: string): Test =>
  (field) =>
    isLinking(field) && field.targetApiName === target;

/** What is said of a field that is none. */
export const notLinking = ({ label }: ObjectDefinition) => `没有关联“${label}”`;

/** What is said about one place of a definition. */
export class Place {
  readonly problems: Problem[] = [];
  readonly #path: string;
  readonly #label: string;

  constructor(path: string, label: string) {
    this.#path = path;
    this.#label = label;
  }

  say(part: string, message: string): void {
    this.problems.push({ field: [this.#path, part].filter(Boolean).join('.'), message: `${this.#label}：${message}` });
  }

  /**
   * A field that was removed from another object is taken as if it were there: what the staff of that object do must not
   * keep this one from being saved. Screens leave it out.
   */
  field(object: ObjectDefinition, apiName: string | undefined, part: string, test: Test, must: string): void {
    if (apiName === undefined) return;
    const field = object.fields.find((candidate) => candidate.apiName === apiName);
    if (!field) this.say(part, `对象“${object.label}”没有字段“${apiName}”`);
    else if (!test(field)) this.say(part, `“${object.label}”的字段“${field.label}”${must}`);
  }

  /** A condition over records of another object; a field that was removed there counts as one of them, see above. */
  filter(object: ObjectDefinition, filter: unknown, find: FindObject): void {
    if (filter === undefined) return;
    const source = (one: ObjectDefinition) => {
      const fields = one.fields.map(({ removed: _removed, ...field }) => field);
      return { apiName: one.apiName, label: one.label, fields: withSystemFields(one, fields) };
    };
    const others = (apiName: string) => {
      const other = find(apiName);
      return other && !isSystem(other) ? source(other) : undefined;
    };
    try {
      parseCondition({ ...source(object), others }, filter);
    } catch (error) {
      if (!(error instanceof ConditionFault)) throw error;
      this.say(error.path, error.message.replace(`${error.path}：`, ''));
    }
  }

  fields(object: ObjectDefinition, apiNames: readonly string[] = [], part: string, test: Test, must: string): void {
    for (const [index, apiName] of apiNames.entries()) this.field(object, apiName, `${part}.${index}`, test, must);
  }
}
