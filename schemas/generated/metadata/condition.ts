// Written by `npm run schemas` from schemas/metadata/condition.ts: change it there.
import type * as source from '#schemas/metadata/condition.ts';

export const CONDITION_COMPONENT: typeof source.CONDITION_COMPONENT = "Condition";
export const DOCUMENTED_AS: typeof source.DOCUMENTED_AS = "x-documented-as";
export const MAX_AT_LEAST: typeof source.MAX_AT_LEAST = 1000000;
export const MAX_CONDITION_DEPTH: typeof source.MAX_CONDITION_DEPTH = 8;
export const MAX_CONDITION_NODES: typeof source.MAX_CONDITION_NODES = 100;
export const MAX_EXISTENCES: typeof source.MAX_EXISTENCES = 4;
export const MAX_EXISTENCE_DEPTH: typeof source.MAX_EXISTENCE_DEPTH = 2;
export const MAX_NOTED: typeof source.MAX_NOTED = 100;
export const OPERATORS: typeof source.OPERATORS = [ "eq", "ne", "lt", "lte", "gt", "gte", "between", "notBetween", "contains", "notContains", "startsWith", "endsWith", "in", "notIn", "containsAny", "containsAll", "containsNone", "under", "empty", "notEmpty", "on", "before", "after", "notBefore", "notAfter", "thisWeek", "thisMonth", "thisQuarter", "thisYear", "lastWeek", "lastMonth", "lastQuarter", "lastYear", "lastDays", "nextDays", "lastMonths", "lastYears", "sinceLastLook", "currencyIs", "bandIs" ];
