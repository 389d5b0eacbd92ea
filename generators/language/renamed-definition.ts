import { CONDITION_COMPONENT, DOCUMENTED_AS } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FIELD_NAME_SOURCE } from '#schemas/metadata/names.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';

/** A field that gets another name. */
export interface Renaming {
  readonly objectApiName: string;
  readonly from: string;
  readonly to: string;
}

/** What is read of the schema of the language to find the names in a definition. */
interface NamedSchema {
  readonly 'x-control'?: string;
  readonly [DOCUMENTED_AS]?: string;
  readonly properties?: Readonly<Record<string, NamedSchema>>;
  readonly patternProperties?: Readonly<Record<string, NamedSchema>>;
  readonly items?: NamedSchema;
  readonly anyOf?: readonly NamedSchema[];
}

/** Whose fields are named at a place of a definition. */
interface Whose {
  /** The object that the part belongs to. */
  readonly home: string;
  /** The object that the part is about, where it names another. */
  readonly about: string | undefined;
  /** How the nearest property or list is chosen. */
  readonly control: string | undefined;
  /** The field that the part belongs to. */
  readonly field: FieldDefinition | undefined;
}

type Fragment = Readonly<Record<string, unknown>>;
const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const OF_HOME = new Set(['fieldName', 'fieldNames']);
const OF_OTHERS = new Set(['otherFieldName', 'otherFieldNames', 'wayFieldName', 'wayFieldNames']);
/** Texts that hold fields in braces. */
const TEMPLATES = new Set(['message', 'link', 'leads']);
/** The form of an action has names of its own. */
const APART = new Set(['form']);

const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gu;

/** An expression with the new name of a field wherever it reads the field of the record, as it is or as it was saved. */
function renamedInCel(source: string, { from, to }: Renaming): string {
  const read = new RegExp(`(?<![\\w.])(self|old)(\\s*\\.\\s*)${from}(?!\\w)`, 'gu');
  const change = (part: string) => part.replace(read, `$1$2${to}`);
  let text = '';
  let at = 0;
  for (const match of source.matchAll(QUOTED)) {
    text += change(source.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return text + change(source.slice(at));
}

/** A condition on records of an object, with the new name wherever it names the field. */
function renamedInCondition(condition: unknown, about: string | undefined, renaming: Renaming): unknown {
  if (Array.isArray(condition)) return condition.map((one) => renamedInCondition(one, about, renaming));
  if (!isFragment(condition)) return condition;
  const { exists } = condition;
  if (isFragment(exists)) {
    const other = String(exists['objectApiName']);
    const { fields, filter } = exists;
    return {
      exists: {
        ...exists,
        ...(Array.isArray(fields) && { fields: fields.map((name) => renamed(name, other, renaming)) }),
        ...(filter !== undefined && { filter: renamedInCondition(filter, other, renaming) }),
      },
    };
  }
  const entries = Object.entries(condition).map(([key, value]) => {
    if (key === 'field') return [key, renamed(value, about, renaming)];
    return [key, ['and', 'or', 'not'].includes(key) ? renamedInCondition(value, about, renaming) : value];
  });
  return Object.fromEntries(entries);
}

const renamed = (name: unknown, whose: string | undefined, { objectApiName, from, to }: Renaming): unknown =>
  whose === objectApiName && name === from ? to : name;

/** Walks a definition beside the schema of the language, which says of each text whether it names a field, and whose. */
class Walk {
  readonly #definition: ObjectDefinition;
  readonly #renaming: Renaming;

  constructor(definition: ObjectDefinition, renaming: Renaming) {
    this.#definition = definition;
    this.#renaming = renaming;
  }

  value(schema: NamedSchema | undefined, value: unknown, whose: Whose): unknown {
    if (!schema || value === undefined) return value;
    const { home, about } = whose;
    if (schema[DOCUMENTED_AS] === CONDITION_COMPONENT) return renamedInCondition(value, about ?? home, this.#renaming);
    const own = schema['x-control'];
    const control = own !== undefined && (OF_HOME.has(own) || OF_OTHERS.has(own) || own === 'cel') ? own : undefined;
    const here = { ...whose, control: control ?? whose.control };
    if (typeof value === 'string') return this.#text(value, { ...here, control: own ?? whose.control });
    if (Array.isArray(value)) {
      // What a list of parts holds belongs to what the part around it is about.
      const inner = schema.items?.properties ? { ...here, home: about ?? home, control: undefined } : here;
      return value.map((entry) => this.value(schema.items, entry, inner));
    }
    const shape = schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;
    return isFragment(value) ? this.#fragment(shape, value, { ...here, control: undefined }) : value;
  }

  #fragment(schema: NamedSchema, fragment: Fragment, whose: Whose): Fragment {
    const named = fragment['objectApiName'];
    const about = typeof named === 'string' ? named : whose.about;
    const [keyed] = Object.entries(schema.patternProperties ?? {});
    const isField = schema.properties?.['targetApiName'] !== undefined;
    const field = isField ? (fragment as unknown as FieldDefinition) : whose.field;
    const entries = Object.entries(fragment).map(([key, value]): [string, unknown] => {
      const inner = { ...whose, about, field };
      if (keyed) {
        const isName = keyed[0] === FIELD_NAME_SOURCE;
        return [isName ? String(this.#own(key)) : key, this.value(keyed[1], value, inner)];
      }
      if (APART.has(key) && Array.isArray(value)) return [key, value];
      if (TEMPLATES.has(key) && typeof value === 'string') return [key, this.#template(value)];
      const property = schema.properties?.[key];
      if (property?.['x-control'] === 'referredFieldName')
        return [key, renamed(value, this.#referred(fragment), this.#renaming)];
      const target = key === 'targetFilter' || key === 'targetMatch' ? field?.targetApiName : undefined;
      return [key, this.value(property, value, target === undefined ? inner : { ...inner, about: target })];
    });
    return Object.fromEntries(entries);
  }

  #text(text: string, { home, about, control }: Whose): unknown {
    if (control === 'cel') return home === this.#renaming.objectApiName ? renamedInCel(text, this.#renaming) : text;
    if (control !== undefined && OF_HOME.has(control)) return renamed(text, home, this.#renaming);
    return control !== undefined && OF_OTHERS.has(control) ? renamed(text, about, this.#renaming) : text;
  }

  #own(name: string): unknown {
    return renamed(name, this.#definition.apiName, this.#renaming);
  }

  #template(text: string): string {
    const { objectApiName, from, to } = this.#renaming;
    return objectApiName === this.#definition.apiName ? text.replaceAll(`{${from}}`, `{${to}}`) : text;
  }

  /** The object that a reference of this one leads to. */
  #referred({ reference }: Fragment): string | undefined {
    return this.#definition.fields.find(({ apiName }) => apiName === reference)?.targetApiName;
  }
}

/**
 * A definition in which a field of this object, or of another, has its new name wherever it is named: layouts, rules,
 * formulas, conditions, roll-ups, look-ups, related lists and charts. The field itself keeps its former name beside the new
 * one. What comes back is the same object where it does not name the field.
 */
export function renamedDefinition(definition: ObjectDefinition, renaming: Renaming): ObjectDefinition {
  const whose: Whose = { home: definition.apiName, about: undefined, control: undefined, field: undefined };
  const walked = new Walk(definition, renaming).value(
    ObjectDefinition as unknown as NamedSchema,
    definition,
    whose,
  ) as ObjectDefinition;
  if (definition.apiName !== renaming.objectApiName)
    return JSON.stringify(walked) === JSON.stringify(definition) ? definition : walked;
  return {
    ...walked,
    fields: walked.fields.map((field) => (field.apiName === renaming.from ? withFormerName(field, renaming) : field)),
  };
}

function withFormerName(field: FieldDefinition, { from, to }: Renaming): FieldDefinition {
  const before = field.config?.formerNames ?? [];
  const formerNames = [...before.filter((name) => name !== to), from];
  return { ...field, apiName: to, config: { ...field.config, formerNames } };
}

/** A definition as it is, and as it is with the new name. */
export interface RenamedObject {
  readonly before: ObjectDefinition;
  readonly after: ObjectDefinition;
}

/** Every object whose definition names the field, the object itself first, with the new name in its place. */
export function renamedObjects(all: readonly ObjectDefinition[], renaming: Renaming): RenamedObject[] {
  const isOwn = ({ apiName }: ObjectDefinition) => apiName === renaming.objectApiName;
  const changed = all.flatMap((before) => {
    const after = renamedDefinition(before, renaming);
    return after === before ? [] : [{ before, after }];
  });
  return changed.toSorted((one, other) => Number(isOwn(other.before)) - Number(isOwn(one.before)));
}
