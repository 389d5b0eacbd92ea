import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { NotePerson } from '#schemas/api/notes.ts';
import { MAX_NOTE } from '#schemas/generated/api/notes.ts';
import { ImeGuard } from '#client/lib/ime-guard.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { NoteDraft } from './note-draft.ts';
import type { NotesStore } from './notes-store.ts';

interface NoteEditorProps {
  readonly store: NotesStore;
  readonly draft: NoteDraft;
  /** Why the last attempt was refused. */
  readonly problem: string | undefined;
}

/** Where a note is written: @ offers colleagues, Ctrl+Enter saves, Escape gives up what has not begun. */
export const NoteEditor = observer(function NoteEditor({ store, draft, problem }: NoteEditorProps) {
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const [ime] = useState(() => new ImeGuard());
  /** The part of a name that is being written; undefined where none is. */
  const [begun, setBegun] = useState<string>();
  const [at, setAt] = useState(0);
  const { people, canShare, changing } = store;
  useEffect(() => text.current?.focus(), []);
  useEffect(() => {
    setAt(0);
    if (begun !== undefined) void people.load(begun);
  }, [begun, people]);
  const offered = begun === undefined ? [] : (people.value ?? []);
  const isOffering = offered.length > 0;
  // On a phone what is offered, and the way to save, are in sight as well.
  // What newer browsers answer with is a promise and no clean-up: nothing is given back.
  useEffect(() => {
    whole.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOffering]);
  const look = () => setBegun(canShare && text.current ? draft.begunAt(text.current.selectionStart) : undefined);
  const choose = (person: NotePerson) => {
    const field = text.current;
    if (!field) return;
    const caret = draft.mention(person, field.selectionStart);
    setBegun(undefined);
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(caret, caret);
    });
  };
  const canSave = !draft.isEmpty && !changing.isBusy;
  const keys = (event: KeyboardEvent) => {
    if (ime.takes(event.nativeEvent)) return;
    const { key, ctrlKey, metaKey } = event;
    const isSave = key === 'Enter' && (ctrlKey || metaKey);
    const person = offered[at];
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (isSave) {
      if (canSave) void store.save();
    } else if (step !== undefined && isOffering) setAt((at + step + offered.length) % offered.length);
    else if (person && (key === 'Enter' || key === 'Tab')) choose(person);
    else if (key === 'Escape' && begun !== undefined) setBegun(undefined);
    else if (key === 'Escape' && !draft.isDirty) store.giveUp();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={whole} className="note-editor">
      <textarea
        ref={text}
        value={draft.body}
        rows={4}
        maxLength={MAX_NOTE}
        aria-label="笔记内容"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-help`}
        aria-controls={isOffering ? `${id}-people` : undefined}
        aria-activedescendant={isOffering ? `${id}-${at}` : undefined}
        placeholder="记下您的判断、待办或沟通要点"
        onChange={(event) => {
          draft.write(event.target.value);
          look();
        }}
        onClick={look}
        onKeyDown={keys}
        onCompositionEnd={(event) => ime.ended(event.timeStamp)}
      />
      {isOffering && (
        <ul id={`${id}-people`} role="listbox" aria-label="提及同事" className="note-people">
          {offered.map((person, index) => (
            <li
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
            >
              {person.name}
            </li>
          ))}
        </ul>
      )}
      {begun !== undefined && people.state === 'ready' && offered.length === 0 && (
        <p className="note-soft">没有可提及的同事：只能提及同机构且能打开本页的用户。</p>
      )}
      {problem !== undefined && (
        <p className="note-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="note-foot">
        {canShare ? (
          <label className="note-sharing">
            可见范围
            <select
              value={draft.sharing}
              onChange={(event) => draft.share(event.target.value === 'private' ? 'private' : 'institution')}
            >
              <option value="private">仅自己</option>
              <option value="institution">同机构同事</option>
            </select>
          </label>
        ) : (
          <span className="note-soft">仅自己可见</span>
        )}
        <span id={`${id}-help`} className="note-soft note-help">
          {canShare && '@ 提及同事，'}**文字** 加粗，Ctrl+Enter 保存
        </span>
        <span className="note-buttons">
          <PlainButton tone="quiet" onClick={store.giveUp}>
            取消
          </PlainButton>
          <PlainButton look="filled" disabled={!canSave} onClick={() => void store.save()}>
            保存
          </PlainButton>
        </span>
      </div>
    </div>
  );
});
