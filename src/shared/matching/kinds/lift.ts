import { bounded, type Institution, type Setting, statedDeals, type Value } from './kind.ts';

/** A term never says more than this for or against an institution. */
const LEAST = -2;
const MOST = 3;

/**
 * How much more often than the market an institution does each of these values, as logarithms. The market is given to it as some
 * deals beside its own, so that few deals say little and none say nothing; what it states counts as deals as well.
 */
export function liftsOf(values: readonly Value[], setting: Setting): (institution: Institution) => number[] {
  const { key, evidence, market, scale, tuning } = setting;
  const all = market.dimensions.get(evidence);
  const own = values.map(({ id }) => all?.cells.get(id) ?? 0);
  const places = values.map(({ id }) => id);
  const pseudo = tuning.pseudoDeals * scale;
  return ({ profile, stated }) => {
    const done = profile.dimensions.get(evidence);
    const said = stated?.[key];
    const paths = said?.paths ?? [];
    const extra = said && paths.length > 0 ? statedDeals(said, setting) * scale : 0;
    const total = (done?.weight ?? 0) + extra;
    return places.map((id, place) => {
      if (total <= 0) return 0;
      const weight =
        (done?.cells.get(id) ?? 0) + (extra * statedShare(paths, places, place, own)) / (paths.length || 1);
      const known = own[place] ?? 0;
      // A value that no deal of the market has says nothing about those who do not state it.
      if (known <= 0 || !all) return weight > 0 ? MOST : 0;
      const share = known / all.weight;
      return bounded(Math.log((weight + pseudo * share) / ((total + pseudo) * share)), LEAST, MOST);
    });
  };
}

/** How many of the stated paths lead to a value, where one that ends above it counts by the share of the value there. */
function statedShare(
  paths: readonly (readonly string[])[],
  places: readonly string[],
  place: number,
  own: readonly number[],
): number {
  const id = places[place] ?? '';
  let share = 0;
  for (const path of paths) {
    const above = places.indexOf(path.at(-1) ?? '');
    if (path.includes(id)) share += 1;
    else if (above >= 0 && above < place && own[above]) share += (own[place] ?? 0) / own[above];
  }
  return share;
}
