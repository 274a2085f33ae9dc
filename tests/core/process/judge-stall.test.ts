import { expect, test } from 'bun:test'
import { judgeStall, type Unresolved } from '../../../src/core/process/judge-stall'
import type { MarkedWork, StallRecord } from '../../../src/core/process/stall-record'

const job = (id: number): MarkedWork => ({ kind: 'job', group: 0, id })
const message: MarkedWork = { kind: 'message', group: 3, id: 5 }
const nobody: Unresolved = { suspects: [], isUnknown: false }
const record = (fields: Partial<StallRecord>): StallRecord => ({
  ...{ at: '', work: [], isShared: false, suspect: null },
  ...fields,
})

test.each<[string, Partial<StallRecord>, Partial<Unresolved>, Partial<ReturnType<typeof judgeStall>>]>([
  ['work that alone was marked is the culprit', { work: [job(1)] }, {}, { culprits: [job(1)] }],
  ['a message that alone was marked is the culprit', { work: [message] }, {}, { culprits: [message] }],
  ['work beside other work is a suspect', { work: [job(1)], isShared: true }, {}, { suspects: [job(1)] }],
  ['two jobs are suspects', { work: [job(1), job(2)] }, {}, { suspects: [job(1), job(2)] }],
  [
    'one of two that was a suspect before is the culprit',
    { work: [message, job(2)] },
    { suspects: [message, job(9)] },
    { culprits: [message] },
  ],
  ['a suspect that ran alone is the culprit', { work: [job(1), job(2)], suspect: 2 }, {}, { culprits: [job(2)] }],
  ['a suspect that ran alone without marks is the culprit', { suspect: 2 }, {}, { culprits: [job(2)] }],
  [
    'work that alone was marked beside a suspect is the culprit',
    { work: [job(1)], suspect: 2 },
    {},
    { culprits: [job(1)] },
  ],
  ['without marks each running job is a suspect', {}, {}, { isAnyJob: true }],
  ['with marks of other work alone nobody is a suspect', { isShared: true }, {}, {}],
  ['a second time each running job is a suspect', { isShared: true }, { isUnknown: true }, { isAnyJob: true }],
])('%s', (_, given, before, expected) => {
  expect(judgeStall(record(given), { ...nobody, ...before })).toEqual({
    ...{ culprits: [], suspects: [], isAnyJob: false },
    ...expected,
  })
})
