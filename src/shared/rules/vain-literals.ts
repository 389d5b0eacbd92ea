import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isDateTimeText } from '#generators/field-types/date-time.ts';
import { isDateText } from '#generators/field-types/date.ts';
import { fieldType, valueKind } from '#generators/field-types/registry.ts';
import { findField } from '#generators/object.ts';
import type { CelNode } from './cel.ts';

/** A text written out in an expression that no value of a field can be: why, and where. */
export interface VainLiteral {
  readonly message: string;
  readonly node: CelNode;
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Why no value of the field is this text; undefined where one may be. */
function vain(field: FieldDefinition, text: string): string | undefined {
  const kind = valueKind(field);
  if (kind === 'date' && !isDateText(text)) return `“${text}”不是日期，“${field.label}”不会等于它`;
  if (kind === 'instant' && !isDateText(text) && !isDateTimeText(text))
    return `“${text}”不是日期或时间，“${field.label}”不会等于它`;
  const known = fieldType(field).options === undefined ? undefined : field.selectOptions;
  if (!known?.length || known.some(({ value }) => value === text)) return undefined;
  return `字段“${field.label}”没有选项“${text}”`;
}

/** The field that a node names: `self.x` or `old.x`. */
function fieldOf(node: CelNode, object: ObjectDefinition): FieldDefinition | undefined {
  if (node.op !== '.') return undefined;
  const [left, name] = node.args;
  return left.op === 'id' && (left.args === 'self' || left.args === 'old') ? findField(object, name) : undefined;
}

const textsOf = (node: CelNode): CelNode[] => {
  if (node.op === 'list') return node.args.flatMap(textsOf);
  return node.op === 'value' && typeof node.args === 'string' ? [node] : [];
};

function among(field: FieldDefinition | undefined, node: CelNode): VainLiteral[] {
  if (!field) return [];
  return textsOf(node).flatMap((literal) => {
    const message = vain(field, String(literal.args));
    return message === undefined ? [] : [{ message, node: literal }];
  });
}

const isNode = (value: unknown): value is CelNode => typeof value === 'object' && value !== null && 'op' in value;

/** The nodes that a node is made of. */
function parts(node: CelNode): CelNode[] {
  const { args } = node as { readonly args: unknown };
  const list: readonly unknown[] = Array.isArray(args) ? args.flat() : [args];
  return list.filter(isNode);
}

/** Comparisons with a text that their field can never hold: they would pass or fail for every record. */
export function vainLiterals(node: CelNode, object: ObjectDefinition): VainLiteral[] {
  const below = parts(node).flatMap((part) => vainLiterals(part, object));
  if (!COMPARISONS.has(node.op) && node.op !== 'in') return below;
  const [left, right] = parts(node);
  if (!left || !right) return below;
  // An empty text asks whether there is a value.
  const isBlank = (side: CelNode) => side.op === 'value' && side.args === '';
  if (isBlank(left) || isBlank(right)) return below;
  return [...below, ...among(fieldOf(left, object), right), ...among(fieldOf(right, object), left)];
}

/** Answers of a rule for a value that its target does not take, whichever way a condition goes. */
export function vainAnswers(node: CelNode, target: FieldDefinition): VainLiteral[] {
  if (node.op === '?:') {
    const [, yes, no] = parts(node);
    return [yes, no].flatMap((branch) => (branch ? vainAnswers(branch, target) : []));
  }
  return among(target, node).filter(({ node: literal }) => literal.args !== '');
}
