import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlantedTree, type Verdicts } from '#tests/support/project/planted-tree.ts';

const CONTRACT = 'tests/contract/field-type-behaviours.test.ts';
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

const STARS = `import { expect, test } from 'vitest';
import { canSum, groupKind } from '#shared/charts/grouping.ts';
import { isSummed } from '#client/features/records/columns/totals-store.ts';
import { save } from '#tests/support/app/save-as-api.ts';

const stars = { apiName: 'stars', type: 'rating', label: '评分' } as const;
const three = { id: 'three', kind: 'assert', target: 'stars', rule: 'self.stars >= 3', message: '至少三星' } as const;
const four = { id: 'four', kind: 'value', target: 'stars', rule: '4' } as const;

test('a rule refuses one star and lets four pass', () => {
  expect(save([stars], [three], { stars: 1 }).problems).toEqual([{ field: 'stars', message: '至少三星', rule: 'three' }]);
  expect(save([stars], [three], { stars: 4 }).problems).toEqual([]);
});

test('a rule gives stars that can be saved', () => {
  expect(save([stars], [four], {})).toMatchObject({ values: { stars: 4 }, problems: [] });
});

test('six stars are refused, and stars add up and group as whole numbers do', () => {
  expect(save([stars], [], { stars: 6 }).problems).toHaveLength(1);
  expect([isSummed(stars), canSum(stars), groupKind(stars, { field: 'stars' })]).toEqual([true, true, 'number']);
});
`;

describe('a new field type', () => {
  let tree: PlantedTree;
  let halfWay: Verdicts;
  let whole: Verdicts;
  beforeAll(() => {
    tree = new PlantedTree({ 'tests/contract/stars.test.ts': STARS });
    tree.copy('schemas', 'generators', 'src', 'tests/support', CONTRACT);
    const checked = ['generators/**/*.ts', 'src/shared/**/*.ts', 'src/client/ui/field-types/**/*'];
    tree.change('schemas/metadata/field.ts', "  'integer',\n", "  'integer',\n  'rating',\n");
    halfWay = tree.compileTogether(checked);
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
    whole = tree.compileTogether(checked);
  });
  afterAll(() => tree.remove());

  test('that is only a name does not compile until both of its files are there', () => {
    expect([...halfWay.keys()].toSorted()).toEqual(REGISTRIES);
  });

  test('that is a name and two files compiles', () => {
    expect([...whole]).toEqual([]);
  });

  test('has then every behaviour of a field type, without a line anywhere else', () => {
    const results = tree.runTests('api', CONTRACT, 'tests/contract/stars.test.ts');
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    const own = results.filter(({ title }) => /a value of rating|stars/.test(title));
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter(({ status }) => status === 'passed').length).toBeGreaterThan(15);
  });
});
