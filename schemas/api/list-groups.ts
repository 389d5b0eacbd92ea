import { Type } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { PeriodUnit } from '#schemas/metadata/detail.ts';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { type BodyOf, type ReplyOf, route } from './route.ts';

/** Groups that a summary of a list has at most. */
export const MAX_LIST_GROUPS = 12;

export const groupRecords = route({
  method: 'POST',
  path: '/api/metadata/data/groups',
  summary:
    'How many records of a list there are, and how much they come to, group by group; the largest groups, or the latest periods',
  action: 'record.list',
  fromReplica: true,
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      filter: Type.Optional(ConditionInput),
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
      /** A field that holds options, yes and no, links, years or dates. Trees: by the branch below the one in the filter. */
      by: FieldApiName,
      /** Of dates, and of whole numbers that are years. */
      unit: Type.Optional(PeriodUnit),
      sum: Type.Optional(FieldApiName),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    groups: Type.Array(
      Type.Object({
        /** An option, a branch, a record id, `true`, or a period. Records that hold nothing are in no group. */
        key: Type.String(),
        label: Type.String(),
        count: Type.Integer(),
        /** Exact decimal text, of money in CNY; null where nothing is known, or nothing was asked to be added up. */
        sum: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    /** Groups that are left out. */
    more: Type.Integer(),
  }),
});
export type ListGroupsQuery = BodyOf<typeof groupRecords>;
export type ListGroups = ReplyOf<typeof groupRecords>;
