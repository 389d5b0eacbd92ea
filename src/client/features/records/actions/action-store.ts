import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ReactNode } from 'react';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import { KEYED_ROUTES } from '#schemas/generated/api/action-routes.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { Route } from '#schemas/api/route.ts';
import { actionAddress, actionInput } from '#generators/actions.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { newKey } from '#client/lib/new-key.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';

/** An action that is being asked for, and the rows that it is for: none where it is one of the list itself. */
export interface AskedAction {
  readonly action: ObjectAction;
  readonly rows: readonly RecordRow[];
  /** Sent with each try, so that what is tried again is done once. */
  readonly key: string;
  /** Called when it is done. */
  readonly onDone?: (() => void) | undefined;
}

/** What a dialog of the product is given. */
export interface ActionDialogProps {
  readonly row?: RecordRow;
  /** It is done: what it changed is read again. The dialog stays. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface ActionDeps {
  readonly api: Api;
  /** The day in Asia/Shanghai, YYYY-MM-DD, that conditions are judged by. */
  readonly today: string;
  /** The uid of the user. */
  readonly me?: string | undefined;
  /** May the user archive and delete records? */
  readonly retires?: boolean;
  /** What the inputs of forms look up. */
  readonly lookups: FieldLookups;
  /** Says a sentence that outlives the dialog. */
  readonly say: (words: string) => void;
  /** Reads again what an action changed. */
  readonly onDone: () => void;
  /** Leads to a path of ours. */
  readonly goTo: (path: string) => void;
  /** The dialog that an action names. */
  readonly dialog: (name: string, props: ActionDialogProps) => ReactNode;
}

/** Actions on rows of one object: asked for, confirmed, and done by the routes of the feature that owns the rows. */
export class ActionStore {
  asked: AskedAction | undefined;
  /** What the action that is asked for gave, to be copied. */
  shown: readonly string[] | undefined;
  readonly today: string;
  readonly me: string;
  readonly retires: boolean;
  readonly lookups: FieldLookups;
  readonly #deps: ActionDeps;

  constructor(deps: ActionDeps) {
    this.#deps = deps;
    this.today = deps.today;
    this.me = deps.me ?? '';
    this.retires = deps.retires === true;
    this.lookups = deps.lookups;
    makeAutoObservable(this, { asked: observableRef, shown: observableRef, lookups: false }, { autoBind: true });
  }

  /** Begins an action: one that asks nothing is done at once. */
  ask(action: ObjectAction, rows: readonly RecordRow[], onDone?: () => void): void {
    if (action.link !== undefined) return this.#deps.goTo(actionAddress(action.link, rows[0]));
    const asked = { action, rows, key: newKey(), onDone };
    if (action.confirm !== undefined || action.form || action.dialog !== undefined) this.asked = asked;
    else
      this.run(asked, {}).catch((thrown: unknown) => {
        this.#deps.say(asFailure(thrown).message);
        // What was refused may be no longer what is on screen.
        runInAction(this.#deps.onDone);
      });
  }

  close(): void {
    this.asked = undefined;
    this.shown = undefined;
  }

  /** The dialog of the product that was asked for. */
  dialog({ action, rows: [row] }: AskedAction): ReactNode {
    const { dialog, say, onDone } = this.#deps;
    const done = () => {
      if (action.done !== undefined) say(action.done);
      onDone();
    };
    return dialog(action.dialog ?? '', { ...(row && { row }), onDone: done, onClose: () => this.close() });
  }

  /**
   * Does an action with what its form holds, and resolves to whether nothing is left to show. One row, or none: rejects
   * with what was refused. Several: one after the other, and says of how many it was refused and why first.
   */
  async run(asked: AskedAction, form: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { action, rows } = asked;
    if (rows.length > 1) await this.#runAll(asked, form);
    else {
      const reply = await this.#call(asked, rows[0], form);
      if (action.shows === undefined) this.#deps.say(action.done ?? `${action.label}成功`);
      else this.#show(asked, reply[action.shows]);
    }
    asked.onDone?.();
    runInAction(this.#deps.onDone);
    if (action.leads !== undefined) this.#deps.goTo(actionAddress(action.leads, rows[0]));
    return action.shows === undefined;
  }

  async #runAll(asked: AskedAction, form: Readonly<Record<string, unknown>>): Promise<void> {
    const refusals: string[] = [];
    for (const row of asked.rows) {
      try {
        await this.#call(asked, row, form);
      } catch (thrown) {
        refusals.push(asFailure(thrown).message);
      }
    }
    const words = `${asked.action.label}：${asked.rows.length - refusals.length} 条成功`;
    this.#deps.say(refusals.length === 0 ? words : `${words}，${refusals.length} 条未成功：${refusals[0] ?? ''}`);
  }

  async #call({ action, key }: AskedAction, row: RecordRow | undefined, form: Readonly<Record<string, unknown>>) {
    const { route = '' } = action;
    const [method, path = ''] = route.split(' ');
    const keyed = KEYED_ROUTES.has(route) && { clientKey: row ? `${key}-${row.id}` : key };
    const reply: unknown = await this.#deps.api.call(
      { method, path } as Route,
      actionInput(action, row, { ...form, ...keyed }),
    );
    return (reply ?? {}) as Readonly<Record<string, unknown>>;
  }

  #show(asked: AskedAction, value: unknown): void {
    runInAction(() => {
      this.asked = asked;
      this.shown = [value].flat().map(String);
    });
  }
}
