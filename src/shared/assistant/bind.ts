import { bindChange, bindNumber, bindPlace, bindTime } from './bind-numbers.ts';
import { bindOwned, bindPresence, bindSign, bindVerb } from './bind-states.ts';
import { bindLiteral, bindValue } from './bind-values.ts';
import { Binding } from './binding.ts';
import type { Token, Tokens } from './tokens.ts';
import type { AskableObject } from './vocabulary.ts';

function bindOne(binding: Binding, token: Token): void {
  if (token.kind === 'value') bindValue(binding, token);
  else if (token.kind === 'literal') bindLiteral(binding, token);
  else if (token.kind === 'time') bindTime(binding, token);
  else if (token.kind === 'amount') bindNumber(binding, token, token.amount);
  else if (token.kind === 'top') bindPlace(binding, token);
}

/** Binds the values, times and amounts of a question to fields of one object. */
export function bind(tokens: Tokens, object: AskableObject): Binding {
  const binding = new Binding(tokens, object);
  // Growth is said ahead of the number that it is of.
  for (const token of tokens.words('rise', 'fall')) bindChange(binding, token);
  for (const token of tokens.all) if (!token.used) bindOne(binding, token);
  for (const token of tokens.words('empty', 'filled')) bindPresence(binding, token);
  for (const token of tokens.words('positive', 'negative')) bindSign(binding, token);
  for (const token of tokens.words('not', 'having')) bindOwned(binding, token);
  for (const token of tokens.words('verb')) bindVerb(binding, token);
  return binding;
}
