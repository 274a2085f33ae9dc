import { describe, expect, test } from 'bun:test'
import {
  contentData,
  newPart,
  type Part,
  partsOf,
  problemOf,
} from '../../../ui/pages/automation/flow-editor/node-forms/elements'
import { readData } from '../../../ui/pages/automation/flow-editor/node-forms/node-data'

describe('parts of a content node', () => {
  const parts: Part[] = [
    { ...newPart('message'), value: 'Olá' },
    { ...newPart('interval'), value: '5' },
    { ...newPart('audio'), value: 'abc', original: 'oi.mp3', record: true },
    { ...newPart('img'), value: 'def', original: 'loja.png' },
  ]

  test('are the same after they are stored and read', () => {
    const data = contentData(parts)
    expect(partsOf(readData('singleBlock', data, 'content').elements, data)).toEqual(parts)
  })

  test('are stored in the order of seq', () => {
    const { seq, elements } = contentData(parts)
    expect(seq).toEqual(parts.map(({ id }) => id))
    expect(elements[1]).toEqual({ number: parts[1]!.id, type: 'interval', value: 5 })
  })

  test.each([
    ['noParts', []],
    ['emptyTexts', [{ ...newPart('message'), value: '  ' }]],
    ['wrongInterval', [{ ...newPart('interval'), value: '0' }]],
    ['wrongInterval', [{ ...newPart('interval'), value: '121' }]],
    ['emptyFiles', [newPart('video')]],
    [null, parts],
  ] as const)('have the problem %s', (problem, given) => {
    expect(problemOf([...given])).toBe(problem)
  })
})

test('data that cannot be read gives the defaults of its kind', () => {
  expect(readData('interval', { sec: [] }, 'interval')).toEqual({ seconds: 0 })
})
