import type { Tile } from './workbench-store.ts';

interface TileListProps {
  readonly label: string;
  readonly tiles: readonly Tile[];
}

/** Numbers that each open the list that they count. */
export const TileList = ({ label, tiles }: TileListProps) => (
  <ul className="visits-tiles" aria-label={label}>
    {tiles.map((tile) => (
      <li key={tile.label} className="paper-card visits-tile">
        <span>{tile.label}</span>
        <a href={tile.href} aria-label={`${tile.label} ${tile.count}`}>
          <strong>{tile.count}</strong>
        </a>
        <small>{tile.note}</small>
      </li>
    ))}
  </ul>
);
