import {
  createView,
  listDefaultViews,
  listViews,
  readView,
  removeView,
  restoreView,
  setDefaultView,
  updateView,
  type SavedView,
} from '#schemas/api/views.ts';
import type { FakeApi } from '#tests/support/ui/fake-api.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';

/** A view of companies as its owner sees it. */
export const savedView = (more: Partial<SavedView> & { readonly id: string }): SavedView => ({
  objectApiName: 'InsightCompany',
  name: `视图${more.id}`,
  state: '?q=a',
  sharing: 'private',
  ownerName: '示例投资人',
  isMine: true,
  isEditable: true,
  isDefault: false,
  updatedAt: '2026-11-21T04:00:00.000Z',
  version: 1,
  ...more,
});

/** The server's views, kept by id; removed ones can be restored. */
export class FakeViews {
  readonly kept = new Map<string, SavedView>();
  readonly removed = new Map<string, SavedView>();

  constructor(api: FakeApi, ...views: readonly SavedView[]) {
    for (const view of views) this.kept.set(view.id, view);
    api
      .on(listDefaultViews, () => [...this.kept.values()].filter((view) => view.isDefault))
      .on(listViews, ({ query }) =>
        [...this.kept.values()].filter(
          (view) => view.objectApiName === query.objectApiName && (view.isMine || view.sharing === 'everyone'),
        ),
      )
      .on(readView, ({ params }) => this.#get(params.id))
      .on(createView, ({ body }) => this.#put(savedView({ ...body, id: String(900 + this.kept.size) })))
      .on(updateView, ({ params, body: { version, ...change } }) => {
        const view = this.#get(params.id);
        if (view.version !== version) throw refusal('CONFLICT', { view });
        return this.#put({ ...view, ...change, version: version + 1 });
      })
      .on(removeView, ({ params }) => {
        this.removed.set(params.id, this.#get(params.id));
        this.kept.delete(params.id);
        return null;
      })
      .on(restoreView, ({ params }) => {
        const view = this.removed.get(params.id);
        if (!view) throw refusal('UNKNOWN_RECORD');
        return this.#put(view);
      })
      .on(setDefaultView, ({ body }) => {
        for (const view of this.kept.values()) this.#put({ ...view, isDefault: view.id === body.id });
        return null;
      });
  }

  #get(id: string): SavedView {
    const view = this.kept.get(id);
    if (!view) throw refusal('UNKNOWN_RECORD');
    return view;
  }

  #put(view: SavedView): SavedView {
    this.kept.set(view.id, view);
    return view;
  }
}
