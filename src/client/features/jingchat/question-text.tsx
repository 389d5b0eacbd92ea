import { useId } from 'react';
import type { QuestionPiece } from '#schemas/api/jingchat-words.ts';
import { Hinted } from '#client/ui/hinted.tsx';

/** A question with what its words were taken for, and the words that were not understood. */
export function QuestionText({ pieces }: { readonly pieces: readonly QuestionPiece[] }) {
  let end = 0;
  return pieces.map(({ text, takenFor, isUnknown }) => {
    const from = end;
    end += text.length;
    if (isUnknown)
      return (
        <span key={from} className="jing-not-understood">
          {text}
          <span className="visually-hidden">（未理解）</span>
        </span>
      );
    return takenFor === undefined ? text : <Taken key={from} text={text} words={`理解为：${takenFor}`} />;
  });
}

function Taken({ text, words }: { readonly text: string; readonly words: string }) {
  const id = useId();
  return (
    <Hinted id={id} words={words} byTouch>
      <button type="button" className="jing-taken" aria-describedby={id}>
        {text}
      </button>
    </Hinted>
  );
}
