import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What the rule looks at in a node of the syntax tree; each kind of node has some of these. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly operator?: string;
  readonly left?: Node;
  readonly right?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly expression?: Node;
  readonly discriminant?: Node;
  readonly test?: Node | null;
  readonly cases?: readonly Node[];
  readonly elements?: readonly (Node | null)[];
  readonly typeName?: Node;
  readonly typeArguments?: { readonly params: readonly Node[] } | null;
}

interface Context {
  readonly report: (problem: { readonly message: string; readonly node: Node }) => void;
}

const MESSAGE =
  'Only generators/field-types and client/ui/field-types know the names of field types: ask `fieldType(field)` instead.';

/** The names of all field types, read from where they are listed so that a new one is known at once. */
function typeNames(): ReadonlySet<unknown> {
  const listed = readFileSync(path.join(import.meta.dirname, 'schemas', 'metadata', 'field.ts'), 'utf8');
  const list = /FIELD_TYPES = \[([^\]]*)\]/.exec(listed)?.[1] ?? '';
  return new Set(Array.from(list.matchAll(/'(\w+)'/g), ([, name]) => name));
}

const names = typeNames();
const isName = (node: Node | null | undefined): boolean => node?.type === 'Literal' && names.has(node.value);

/** Is this `type` or `something.type`? The `type` of a JSON Schema is another thing. */
function isType(node: Node | undefined): boolean {
  if (node?.type === 'ChainExpression') return isType(node.expression);
  if (node?.type === 'Identifier') return node.name === 'type';
  return node?.property?.name === 'type' && node.object?.name !== 'schema';
}

const isComparison = ({ operator = '', left, right }: Node): boolean =>
  /^[!=]==?$/.test(operator) && ((isType(left) && isName(right)) || (isType(right) && isName(left)));

/** Refuses to tell field types apart by name: a comparison, a case, a list of names, a table by name. */
const noTypeNames = {
  create: ({ report }: Context) => {
    const refuseIf = (test: (node: Node) => boolean) => (node: Node) => {
      if (test(node)) report({ message: MESSAGE, node });
    };
    return {
      BinaryExpression: refuseIf(isComparison),
      SwitchStatement: refuseIf(
        ({ discriminant, cases = [] }) => isType(discriminant) && cases.some(({ test }) => isName(test)),
      ),
      ArrayExpression: refuseIf(({ elements = [] }) => elements.length > 1 && elements.every(isName)),
      TSTypeReference: refuseIf(
        ({ typeName, typeArguments }) =>
          typeName?.name === 'Record' && typeArguments?.params[0]?.typeName?.name === 'FieldTypeName',
      ),
    };
  },
};

export default { meta: { name: 'product' }, rules: { 'no-type-names': noTypeNames } };
