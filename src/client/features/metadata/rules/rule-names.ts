import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { findField } from '#generators/object.ts';
import type { RuleNames } from '#shared/rules/rule-words.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';

/** What the rules of a definition speak of; the options of its fields are called as their sets say. */
export const ruleNames = (object: ObjectDefinition, options: Pick<OptionLabels, 'label'>): RuleNames => ({
  field: (apiName) => findField(object, apiName),
  // A set that is on its way has no names yet.
  option: (value, field) => options.label(field.config?.optionSet, value, field) || value,
});
