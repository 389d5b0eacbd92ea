import type { ContentOf } from '#schemas/api/jingchat.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { PlainLink } from '#client/ui/plain-button.tsx';

/** What the words of a model rest on: the records that they name and the queries that were run. */
export function ModelWords({ content }: { readonly content: ContentOf<'model'> }) {
  const { sentences, citations, queries } = content;
  return (
    <>
      {sentences.length > 0 && <p className="jing-model">由模型整理，数字已核对</p>}
      {citations.length > 0 && (
        <ul className="jing-notes" aria-label="提到的记录">
          {citations.map(({ objectApiName, id, label }) => (
            <li key={`${objectApiName} ${id}`}>
              <PlainLink href={hashAddress(detailPath(objectApiName, id))}>{label} ›</PlainLink>
            </li>
          ))}
        </ul>
      )}
      {queries.length > 0 && (
        <ul className="jing-notes" aria-label="查询">
          {queries.map(({ text, href }) => (
            <li key={text}>{href === undefined ? text : <PlainLink href={hashAddress(href)}>{text} ›</PlainLink>}</li>
          ))}
        </ul>
      )}
    </>
  );
}
