import { Type } from 'typebox';
import { OptionSetName } from '#schemas/metadata/names.ts';
import { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';
import { route } from './route.ts';

const { name, label, kind, options } = OptionSet.properties;

export const readDictionary = route({
  method: 'GET',
  path: '/api/rong/dict',
  summary: 'Option sets that this person may know: whole ones by name; else all, of trees the top level alone',
  action: 'metadata.read',
  query: Type.Object({ name: Type.Optional(OptionSetName) }),
  reply: Type.Object({ list: Type.Array(Type.Object({ name, label, kind, options })) }),
});

export const readTags = route({
  method: 'GET',
  path: '/api/rong/app/dic/getTag',
  summary: 'Tags that companies may have, without those that are not given any more',
  action: 'metadata.read',
  reply: Type.Object({ list: Type.Array(SelectOption) }),
});
