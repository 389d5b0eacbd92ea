import type { Vault } from '#server/db/vault.ts';

/** What a link of a mail ends: mail of one subscription, or all mail of alerts to an account. */
export interface Ended {
  readonly of: 'subscription' | 'account';
  readonly id: string;
}

const KIND = 'alert-unsubscribe';
const LETTERS = { subscription: 's', account: 'a' } as const;

const textOf = ({ of, id }: Ended): string => `${LETTERS[of]}.${id}`;

/** The signed text of a link. It is good for ever: a mail of long ago is left by it too. */
export const unsubscribeToken = (vault: Vault, ended: Ended): string =>
  `${textOf(ended)}.${vault.index(textOf(ended), KIND)}`;

/** What a link ends; undefined where we did not sign it. */
export function readToken(vault: Vault, token: string): Ended | undefined {
  const [letter, id = '', signature = ''] = token.split('.');
  const of = letter === LETTERS.subscription ? 'subscription' : 'account';
  if (letter !== LETTERS[of] || !/^[1-9][0-9]{0,17}$/.test(id)) return undefined;
  return vault.isIndex(signature, textOf({ of, id }), KIND) ? { of, id } : undefined;
}
