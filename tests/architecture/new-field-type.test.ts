import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlantedTree, type Verdicts } from '#tests/support/project/planted-tree.ts';

const REGISTRIES = ['generators/field-types/registry.ts', 'src/client/ui/field-types/registry.ts'];

const RULES_OF_FIELD_TYPE = `import type { FieldType } from './field-type.ts';
import { integer } from './integer.ts';

/** One to five stars. */
export const rating: FieldType = {
  ...integer,
  type: 'rating',
  label: '评分',
  schema: () => ({ type: 'integer', minimum: 1, maximum: 5 }),
};
`;
const LOOK_OF_FIELD_TYPE = `import type { FieldTypeLook } from './field-type-look.ts';
import { integer } from './integer.tsx';

/** One to five stars. */
export const rating: FieldTypeLook = { ...integer, cellText: (value) => '★'.repeat(Number(value)) };
`;

// The object is as staff save it: its types are no concern of what is tried here.
const BEHAVIOURS = `import { canSum, groupKind } from '#shared/charts/grouping.ts';
import { isSummed } from '#client/features/records/columns/totals-store.ts';
import { save } from '#tests/support/app/save-as-api.ts';

const stars = { apiName: 'stars', type: 'rating', label: '评分' };
const three = { id: 'three', kind: 'assert', target: 'stars', rule: 'self.stars >= 3', message: '至少三星' };
const four = { id: 'four', kind: 'value', target: 'stars', rule: '4' };
const messages = (rules, given) => save([stars], rules, given).problems.map(({ message }) => message);
console.log(
  JSON.stringify({
    refused: messages([three], { stars: 1 }),
    kept: messages([three], { stars: 4 }),
    given: [save([stars], [four], {}).values, messages([four], {})],
    sixStars: messages([], { stars: 6 }),
    figures: [isSummed(stars), canSum(stars), groupKind(stars, { field: 'stars' })],
  }),
);
`;

/** Files that a person would have to write; `npm run schemas` writes the generated ones. */
const written = (verdicts: Verdicts): string[] =>
  [...verdicts.keys()].filter((file) => !file.startsWith('schemas/generated/')).toSorted();

describe('a new field type', () => {
  let tree: PlantedTree;
  let halfWay: Verdicts;
  let whole: Verdicts;
  beforeAll(() => {
    tree = new PlantedTree({});
    tree.copy('schemas', 'generators', 'src', 'tests/support');
    tree.write('tests/behaviours.ts', BEHAVIOURS);
    tree.change('schemas/metadata/field.ts', "  'integer',\n", "  'integer',\n  'rating',\n");
    halfWay = tree.compileTogether(REGISTRIES);
    tree.write('generators/field-types/rating.ts', RULES_OF_FIELD_TYPE);
    tree.write('src/client/ui/field-types/rating.tsx', LOOK_OF_FIELD_TYPE);
    for (const registry of REGISTRIES) {
      tree.change(
        registry,
        /^(import \{ reference \} from '.\/reference(\.tsx?)';\n)/m,
        "$1import { rating } from './rating$2';\n",
      );
      tree.change(registry, '\n  integer,\n', '\n  integer,\n  rating,\n');
    }
    whole = tree.compileTogether(REGISTRIES);
  });
  afterAll(() => tree.remove());

  test('that is only a name does not compile until both of its files are there', () => {
    expect(written(halfWay)).toEqual(REGISTRIES);
  });

  test('that is a name and two files compiles', () => {
    expect(written(whole)).toEqual([]);
  });

  test('is then a whole number to rules, value rules, totals and charts, without a line anywhere else', () => {
    expect(JSON.parse(tree.runScript('tests/behaviours.ts'))).toEqual({
      refused: ['至少三星'],
      kept: [],
      given: [{ stars: 4 }, []],
      sixStars: ['应在 1 到 5 之间'],
      figures: [true, true, 'number'],
    });
  });
});
