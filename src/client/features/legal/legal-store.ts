import type { LegalKind, LegalText } from '#schemas/api/legal.ts';
import { readLegalText } from '#schemas/generated/api/legal.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** A document in the version that holds, or in an earlier one by its number. */
export class LegalStore {
  readonly text: Loadable<LegalText>;

  constructor(api: Api, kind: LegalKind, number: number | undefined) {
    this.text = new Loadable(() =>
      api.call(readLegalText, { params: { kind }, query: number === undefined ? {} : { number } }),
    );
  }
}
