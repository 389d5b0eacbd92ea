import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { detailTabs } from '#generators/detail-blocks.ts';
import type { EditorUiState } from '#client/features/metadata/base/editor-ui-state.ts';

/** The tabs of a detail page, and the one that is looked at: that of the user, or that of the part made last, or the first. */
export function shownTab(object: ObjectDefinition, { pageTab, made }: Pick<EditorUiState, 'pageTab' | 'made'>) {
  const tabs = detailTabs(object);
  const withMade = tabs.find(({ blocks }) => blocks.some(({ label }) => label === made?.label));
  return { tabs, tab: tabs.find(({ id }) => id === pageTab) ?? withMade ?? tabs[0] };
}

/** The place in the layout of the tab that is looked at; the first where the layout names none. */
export function shownTabPlace(object: ObjectDefinition, looking: Pick<EditorUiState, 'pageTab' | 'made'>): number {
  const { tab } = shownTab(object, looking);
  const { tabs = [] } = object.layouts.detail;
  return Math.max(
    0,
    tabs.findIndex(({ label }) => label === tab?.label),
  );
}
