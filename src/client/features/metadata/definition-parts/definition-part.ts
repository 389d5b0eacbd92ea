/** A piece of a definition: a field, a rule, a section … Its shape is the metadata schema's business. */
export type DefinitionPart = Readonly<Record<string, unknown>>;
