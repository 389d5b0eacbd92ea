import type { ObjectDefinition } from '#schemas/metadata/object.ts';

type Layouts = ObjectDefinition['layouts'];
type Displays = Pick<Layouts, 'board' | 'calendar' | 'gallery' | 'dashboard'>;

/** What is there of a part. */
const kept = <Part extends object>(part: Part): { [Key in keyof Part]: Exclude<Part[Key], undefined> } =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as never;

/** The looks of a list without one field; a look that is made of it is gone. */
export function withoutInDisplays(layouts: Layouts, apiName: string, nameField: string): Layouts {
  const { board, calendar, gallery, dashboard, ...rest } = layouts;
  const other = (name: string | undefined) => (name === apiName ? undefined : name);
  const without = (names: readonly string[] | undefined) => names?.filter((name) => name !== apiName);
  const facts = without(gallery?.facts);
  const charts = dashboard?.charts.filter(({ by, sum }) => by !== apiName && sum !== apiName) ?? [];
  const card = without(board?.card) ?? [];
  const isGoal = board?.sum !== apiName && board?.goal?.per !== apiName;
  const left: Displays = {
    ...(board &&
      board.by !== apiName && {
        board: {
          ...kept({
            ...board,
            due: other(board.due),
            sum: other(board.sum),
            logo: without(board.logo),
            goal: isGoal ? board.goal : undefined,
          }),
          card: card.length > 0 ? card : [nameField],
        },
      }),
    ...(calendar && calendar.date !== apiName && { calendar: kept({ ...calendar, badge: other(calendar.badge) }) }),
    ...(gallery && {
      gallery: kept({
        picture: other(gallery.picture),
        badge: other(gallery.badge),
        facts: facts && facts.length > 0 ? facts : undefined,
      }),
    }),
    ...(dashboard && charts.length > 0 && { dashboard: { ...dashboard, charts } }),
  };
  return { ...rest, ...left };
}
