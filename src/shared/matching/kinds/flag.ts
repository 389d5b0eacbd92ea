import { bounded, type Kind } from './kind.ts';
import { liftsOf } from './lift.ts';

/** What is accepted or asked for: what the institution says it is settles it, else what it did, for at most the same. */
export const flag: Kind = {
  compare(fact, setting) {
    const values = fact.values ?? [];
    const lifts = liftsOf(values, setting);
    return (institution) => {
      const said = institution.stated?.[setting.key]?.paths?.flat() ?? [];
      if (said.length > 0 && values.length > 0) return [values.some(({ id }) => said.includes(id)) ? 1 : -1];
      return values.length === 0 ? [] : [bounded(Math.max(...lifts(institution)), -1, 1)];
    };
  },
  sum: ([term = 0]) => term,
};
