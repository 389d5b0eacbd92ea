/** A piece of a definition: a field, a rule, a section … Its shape is the language's business. */
export type Fragment = Readonly<Record<string, unknown>>;
