/**
 * What an expression gives when it gives nothing. `absent`: a value it reads is not there, so the rule does not apply.
 * `fault`: it was given everything and still failed, which is an error of the rule; `message` says in Chinese how.
 */
export class NoAnswer {
  readonly kind: 'absent' | 'fault';
  readonly message: string;
  /** True when it was the rule's `when` that did not hold, so that the rule was never asked. */
  readonly notInForce: boolean;

  /** True when an amount could not be converted: a formula stays empty then, as the equivalent does; a rule fails. */
  readonly lacksRate: boolean;

  constructor(kind: 'absent' | 'fault', message: string, { notInForce = false, lacksRate = false } = {}) {
    this.kind = kind;
    this.message = message;
    this.notInForce = notInForce;
    this.lacksRate = lacksRate;
  }
}

/** Something the expression reads is not there. */
export const ABSENT = new NoAnswer('absent', '');

/** The `when` of the rule does not hold, or lacks an input itself. */
export const NOT_IN_FORCE = new NoAnswer('absent', '', { notInForce: true });

/** The expression failed; `message` is Chinese and says how. */
export const fault = (message: string): NoAnswer => new NoAnswer('fault', message);

/** No exchange rate is known for an amount that has to be converted. */
export const lackingRate = (message: string): NoAnswer => new NoAnswer('fault', message, { lacksRate: true });
