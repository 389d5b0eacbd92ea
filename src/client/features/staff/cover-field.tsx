import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import type { LiveDraft } from './live-draft.ts';

/** The picture of a live, to be chosen, changed and taken away. */
export const CoverField = observer(function CoverField({ draft }: { readonly draft: LiveDraft }) {
  const { cover, isUploading } = draft;
  const input = useRef<HTMLInputElement>(null);
  const problem = draft.coverProblem ?? draft.problemOf('cover');
  return (
    <fieldset className="desk-fieldset">
      <legend>封面（选填，jpg、png、webp，不超过 5 MB）</legend>
      {cover !== null && <img className="live-form-cover" src={cover} alt="封面预览" />}
      <div className="desk-chosen">
        <Button variant="outlined" disabled={isUploading} onClick={() => input.current?.click()}>
          {isUploading ? '正在上传…' : cover === null ? '选择图片' : '更换图片'}
        </Button>
        {cover !== null && (
          <Button color="inherit" onClick={() => draft.removeCover()}>
            移除封面
          </Button>
        )}
        {problem !== undefined && <span role="alert">{problem}</span>}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="封面图片"
        accept="image/png,image/jpeg,image/webp"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void draft.putCover(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </fieldset>
  );
});
