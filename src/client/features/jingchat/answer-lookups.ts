import type { ListView } from '#schemas/api/list-view.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';

/** What the records of an answer are drawn with. */
export interface AnswerLookups extends OptionLabels {
  /** What the list of an object shows the user. Observable: undefined until known, and asking starts the load. */
  readonly listView: (objectApiName: string) => ListView | undefined;
}
