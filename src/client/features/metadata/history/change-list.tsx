/** Changes in words, one a line. */
export function ChangeList({ changes, empty }: { readonly changes: readonly string[]; readonly empty: string }) {
  if (changes.length === 0) return <p className="meta-none">{empty}</p>;
  return (
    <ul className="meta-changes">
      {changes.map((words) => (
        <li key={words}>
          <bdi>{words}</bdi>
        </li>
      ))}
    </ul>
  );
}
