import type { LanguageForm, LanguagePart } from '#schemas/api/metadata-editing.ts';
import type { Section } from '#schemas/metadata/object.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { OptionSet } from '#schemas/metadata/option-set.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { languageField, typesOf } from './language-field.ts';
import { kindOf, titleOf, type LanguageSchema } from './language-schema.ts';

const FIRST_GROUP = '基本';
/** Given by the server, never filled in. */
const GIVEN = 'given';

/** The schemas that the whole language hangs from. */
const ROOTS: readonly LanguageSchema[] = [ObjectDefinition, OptionSet] as unknown as LanguageSchema[];

/** What a property has of those that it is within. */
interface Placed {
  readonly group?: string | undefined;
  readonly isFirst?: boolean | undefined;
}

/** Everything that a walk over one schema finds. */
class FormDraft {
  readonly fields: FieldDefinition[] = [];
  readonly parts: LanguagePart[] = [];
  readonly rules: Rule[] = [];
  readonly groups = new Map<string, string[]>();
  /** Schemas that have forms of their own. */
  readonly inner: (readonly [string, LanguageSchema])[] = [];
  readonly #kind: string;

  constructor(kind: string, schema: LanguageSchema) {
    this.#kind = kind;
    this.#walk(schema, [], true, {});
  }

  #walk(schema: LanguageSchema, path: readonly string[], isRequired: boolean, within: Placed): void {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (property['x-control'] === GIVEN) continue;
      const here = [...path, name];
      const { items } = property;
      if (items?.properties && property['x-control'] !== 'json') this.#part(here, property, items, true);
      else if (property.properties && property['x-kind'] !== undefined) this.#part(here, property, property, false);
      else {
        const required = isRequired && schema.required?.includes(name) === true;
        const placed = {
          group: property['x-group'] ?? within.group,
          isFirst: property['x-first'] ?? within.isFirst,
        };
        if (property.properties) this.#walk(property, here, required, placed);
        else this.#field(here, property, required, placed);
      }
    }
  }

  #part(path: readonly string[], property: LanguageSchema, inner: LanguageSchema, isList: boolean): void {
    const name = path.at(-1) ?? '';
    const of = kindOf(inner, name);
    const only = this.#typesOf(path);
    this.parts.push({ path: [...path], label: titleOf(property, name), of, isList, ...(only && { types: [...only] }) });
    this.inner.push([of, inner]);
  }

  #field(path: readonly string[], property: LanguageSchema, required: boolean, placed: Placed): void {
    const group = placed.group ?? FIRST_GROUP;
    const name = path.at(-1) ?? '';
    const apiName = formName(path);
    const { field, control } = languageField(apiName, name, property, required);
    this.fields.push(field);
    this.parts.push({
      path: [...path],
      label: field.label,
      field: apiName,
      ...(control !== undefined && { control }),
      ...(required && property.type === 'array' && { keepsEmpty: true }),
      ...((field.required === true || group === FIRST_GROUP || placed.isFirst === true) && { isFirst: true }),
    });
    this.groups.set(group, [...(this.groups.get(group) ?? []), apiName]);
    const types = this.#typesOf(path);
    if (types) this.#showOnly(apiName, 'type', types);
    const only = property['x-only'];
    if (only) this.#showOnly(apiName, only.property, only.values);
  }

  /** Types of the field that a property of its definition is for; undefined for all. */
  #typesOf(path: readonly string[]) {
    return this.#kind === 'field' ? path.map(typesOf).find((found) => found !== undefined) : undefined;
  }

  #showOnly(target: string, property: string, values: readonly string[]): void {
    const list = values.map((value) => `'${value}'`).join(', ');
    const rule = `has(self.${property}) && self.${property} in [${list}]`;
    this.rules.push({ id: `show-${target}`, kind: 'visible', target, rule });
  }
}

/** The name of a property on its form: `config.help` is `configHelp`. */
const formName = (path: readonly string[]): string =>
  path.map((part, index) => (index === 0 ? part : part.slice(0, 1).toUpperCase() + part.slice(1))).join('');

function formOf(kind: string, schema: LanguageSchema, draft: FormDraft): LanguageForm {
  const { fields, rules, parts, groups } = draft;
  const sections: Section[] = [...groups].map(([label, names]) => ({ label, fields: names, columns: 2 }));
  const name = fields[0]?.apiName ?? '';
  return {
    definition: {
      apiName: `Language${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`,
      label: titleOf(schema, kind),
      version: 1,
      nameField: name,
      fields,
      rules,
      layouts: {
        list: { columns: [name], filters: [], sort: [] },
        detail: { sections: [], related: [] },
        form: { sections },
      },
      access: { list: 'staff', detail: 'staff', create: 'staff', edit: 'staff' },
    },
    parts,
  };
}

/**
 * Forms for every kind of thing the metadata language is made of, each an object of the language itself: what is added to
 * a schema is on its form. `roots` are the schemas to begin with; what they contain is found from there.
 */
export function languageForms(roots: readonly LanguageSchema[] = ROOTS): Readonly<Record<string, LanguageForm>> {
  const forms: Record<string, LanguageForm> = {};
  const waiting = roots.map((root) => [kindOf(root, ''), root] as const);
  for (const [kind, schema] of waiting) {
    if (kind in forms) continue;
    const draft = new FormDraft(kind, schema);
    forms[kind] = formOf(kind, schema, draft);
    waiting.push(...draft.inner);
  }
  return forms;
}
