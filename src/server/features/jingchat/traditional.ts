import { Converter } from 'opencc-js/cn2t';

type Convert = (text: string) => string;

/** Made at the first question about a name: the 50,000 words take 20 MB, of which a server at rest has no use. */
let spell: ((text: string) => string[]) | undefined;

function speller(): (text: string) => string[] {
  const toCommon: Convert = Converter({ from: 'cn', to: 't' });
  // Taiwan's and Hong Kong's spellings follow from the common one, so that its words are held once.
  const regions: Convert[] = (['tw', 'hk'] as const).map((to) => Converter({ from: 't', to }));
  return (text) => {
    const common = toCommon(text);
    return [text, common, ...regions.map((convert) => convert(common))];
  };
}

/** Texts as they are, and as they are usually written in traditional characters: what an index is asked for is exact. */
export const withTraditional = (texts: readonly string[]): string[] => {
  spell ??= speller();
  return [...new Set(texts.flatMap(spell))];
};
