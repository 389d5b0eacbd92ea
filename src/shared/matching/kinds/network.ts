import type { Kind } from './kind.ts';

/** Those who are there already: how often the institution was in a company with them, less for those who are everywhere. */
export const network: Kind = {
  compare({ members = [] }, { scale }) {
    return ({ id, joint }) =>
      members.map((member) =>
        joint && member.id !== id && member.weight > 0 ? joint(member.id) / Math.sqrt(member.weight * scale) : 0,
      );
  },
  sum: (terms) => Math.log1p(terms.reduce((sum, term) => sum + term, 0)),
};
