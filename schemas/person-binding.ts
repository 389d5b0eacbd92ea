const TEXT = ['text', 'longText'] as const;
const DATE = ['date'] as const;

/** What a person has done: shown on the page of the person, by person-pages-view.sql. */
export const PERSON_BINDINGS = {
  work: {
    purpose: '工作经历',
    object: 'WorkRecord',
    fields: {
      organization: { apiName: 'organization', types: TEXT },
      position: { apiName: 'position', types: TEXT },
      startOn: { apiName: 'startOn', types: DATE },
      isCurrent: { apiName: 'isCurrent', types: ['boolean'] },
      endOn: { apiName: 'endOn', types: DATE },
    },
  },
  education: {
    purpose: '教育经历',
    object: 'EducationRecord',
    fields: {
      school: { apiName: 'school', types: TEXT },
      major: { apiName: 'major', types: TEXT },
      startOn: { apiName: 'startOn', types: DATE },
      endOn: { apiName: 'endOn', types: DATE },
    },
  },
  award: {
    purpose: '获奖经历',
    object: 'AwardRecord',
    fields: {
      title: { apiName: 'title', types: TEXT },
      issuer: { apiName: 'issuer', types: TEXT },
      awardedOn: { apiName: 'awardedOn', types: DATE },
    },
  },
} as const;
