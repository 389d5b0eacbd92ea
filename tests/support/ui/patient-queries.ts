import { configure } from '@testing-library/react';

// A wait ends when what it names is there: a busy machine, where parts that load late take their time, ends none first.
configure({ asyncUtilTimeout: 120_000 });
