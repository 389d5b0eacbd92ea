import { sql } from 'kysely';
import type { Package, PackageContents } from '#schemas/metadata/package.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Db } from '#server/db/database.ts';
import { checksumOf } from '#server/features/metadata/packages/fingerprint.ts';
import { newObject } from '#tests/support/editing.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

/** The package of a number: of every kind one thing that says the number. */
export function growingPackage(number: number): Package {
  const fields = [
    { apiName: 'name', type: 'text' as const, label: '名称' },
    { apiName: 'kind', type: 'select' as const, label: '种类', config: { optionSet: 'growing' } },
    ...upTo(number).map((each) => ({ apiName: `field${each}`, type: 'currency' as const, label: `字段${each}` })),
  ];
  const contents: PackageContents = {
    optionSets: [
      {
        definition: {
          name: 'growing',
          label: '生长的选项',
          kind: 'list',
          options: upTo(number).map((each) => ({ value: `value${each}`, label: `选项${each}` })),
        },
        ancestors: [],
      },
    ],
    objects: [{ definition: newObject('Growing', fields, { label: '生长的对象' }), ancestors: [] }],
    records: [
      {
        objectApiName: 'HelpArticle',
        key: 'growing',
        label: '生长的文章',
        values: { title: '生长的文章', slug: 'growing', category: 'financing', published: true, body: String(number) },
      },
    ],
    views: [{ objectApiName: 'Growing', name: '生长的视图', state: `?pageSize=${number}` }],
    mappings: [
      {
        objectApiName: 'Growing',
        name: 'growing',
        mapping: { object: 'Growing', source: `growing-${number}`, format: 'csv', key: [], fields: [] },
      },
    ],
  };
  return {
    format: 'jingtu-package',
    version: 1,
    name: 'growing',
    title: String(number),
    madeAt: '2026-11-21T04:00:00.000Z',
    checksum: checksumOf(contents),
    contents,
  };
}

/** The number that each thing says; 0 where it is not there. */
export async function numbersOf(db: Db, catalog: Catalog) {
  const { rows } = await sql<{ body: string; view: string; mapping: string }>`
    select coalesce((select body from "HelpArticle" where slug = 'growing'), '0') as body,
      coalesce((select substr(state, 11) from saved_view where name = '生长的视图' and removed_at is null), '0') as view,
      coalesce((select substr(mapping ->> 'source', 9) from kept_mapping where name = 'growing'), '0') as mapping`.execute(
    db,
  );
  const live = catalog.find('Growing')?.fields.filter(({ apiName }) => apiName.startsWith('field')) ?? [];
  const open = catalog.optionSets.get('growing')?.options.filter(({ retired }) => !retired) ?? [];
  return { fields: String(live.length), options: String(open.length), ...rows[0] };
}
