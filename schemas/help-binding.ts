const TEXT = ['text', 'longText'] as const;
const LIST = ['textList'] as const;
const PICTURE = ['image'] as const;

/** What the help center and the assistant read, and how readers find it. */
export const HELP_BINDINGS = {
  helpArticle: {
    purpose: '帮助中心的文章',
    object: 'HelpArticle',
    fields: {
      title: { apiName: 'title', types: TEXT },
      category: { apiName: 'category', types: ['select'] },
      position: { apiName: 'position', types: ['integer'] },
      isPublished: { apiName: 'published', types: ['boolean'] },
      audience: {
        apiName: 'audience',
        types: ['multiSelect'],
        options: ['founder', 'investor', 'organisation', 'svip', 'staff'],
      },
      keywords: { apiName: 'keywords', types: LIST },
      places: { apiName: 'places', types: LIST },
      slug: { apiName: 'slug', types: TEXT },
      body: { apiName: 'body', types: TEXT },
      picture1: { apiName: 'picture1', types: PICTURE },
      picture2: { apiName: 'picture2', types: PICTURE },
      picture3: { apiName: 'picture3', types: PICTURE },
      picture4: { apiName: 'picture4', types: PICTURE },
    },
  },
  helpFeedback: {
    purpose: '帮助文章的评价',
    object: 'HelpFeedback',
    fields: {
      title: { apiName: 'title', types: TEXT },
      article: { apiName: 'article', types: ['reference'], target: 'HelpArticle' },
      isUseful: { apiName: 'isUseful', types: ['boolean'] },
    },
  },
  glossaryTerm: {
    purpose: '术语表',
    object: 'GlossaryTerm',
    fields: {
      term: { apiName: 'term', types: TEXT },
      alternatives: { apiName: 'alternatives', types: LIST },
      explanation: { apiName: 'explanation', types: TEXT },
      related: { apiName: 'related', types: TEXT },
      isPublished: { apiName: 'published', types: ['boolean'] },
    },
  },
} as const;
