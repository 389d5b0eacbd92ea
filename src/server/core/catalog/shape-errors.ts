import type { TSchema } from 'typebox';
import { Settings } from 'typebox/system';
import { Value } from 'typebox/value';

/** Typebox stops after 8 errors: the message on a choice of ten literals would lack two of them. */
const MOST_ERRORS = 1000;

/** What is wrong with the shape of a value, the alternatives of a union each. */
export function shapeErrors(schema: TSchema, value: unknown): unknown[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: MOST_ERRORS });
  try {
    return Value.Errors(schema, value);
  } finally {
    Settings.Set({ maxErrors });
  }
}
