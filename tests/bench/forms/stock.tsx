import { ThemeProvider } from '@mui/material/styles';
import Form from '@rjsf/mui';
import type { RJSFSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { theme } from '#client/app/shell/theme.ts';
import { recordSchema } from '#generators/json-schema.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';

const CONSEQUENCE = ['th', 'en'].join('');

type Property = Record<string, unknown>;

/** `has(self.f0) && self.f0 != "secret0"` as JSON Schema says it. */
function condition(rule: string): Property {
  const [, source = '', word = ''] = /self\.(\w+) != "(\w+)"/.exec(rule) ?? [];
  return { properties: { [source]: { minLength: 1, not: { const: word } } }, required: [source] };
}

/** The same form as stock rjsf takes it: conditions as if/then, what is shown on a condition only in its `then`. */
function stockSchema(definition: ObjectDefinition, conditions: boolean): RJSFSchema {
  const { $schema: _, ...schema } = recordSchema(definition) as {
    $schema: string;
    properties: Record<string, Property>;
  };
  if (!conditions) return schema;
  const shown = new Set(definition.rules.filter((rule) => rule.kind === 'visible').map((rule) => rule.target));
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => !shown.has(name)));
  // Entries, because an object with a `then` in its literal is what a promise looks like.
  const allOf = definition.rules.map(({ kind, target, rule }) =>
    Object.fromEntries([
      ['if', condition(rule)],
      [
        CONSEQUENCE,
        kind === 'visible' ? { properties: { [target]: schema.properties[target] } } : { required: [target] },
      ],
    ]),
  );
  return { ...schema, type: 'object', properties, additionalProperties: true, allOf };
}

/** Stock @rjsf/mui at its quickest: uncontrolled, validating only when submitted. */
export function mountStock(root: HTMLElement, definition: ObjectDefinition, conditions: boolean): void {
  const form = createElement(Form, { schema: stockSchema(definition, conditions), validator, noHtml5Validate: true });
  flushSync(() => createRoot(root).render(createElement(ThemeProvider, { theme }, form)));
}
