/** Whether marked copies can be made of a PDF, as it was found when it came or when a copy was first wanted. */
export const PLAN_FILES: readonly string[] = [
  "alter table file add column pdf text check (pdf in ('open', 'locked', 'damaged', 'long'))",
];
