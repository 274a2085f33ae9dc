import { describe, expect, test } from 'bun:test'
import { readOptions, selectFiles } from '../../scripts/test/options'

const read = (...args: string[]) => readOptions(args, '/repository')

describe('readOptions', () => {
  test('no arguments mean the whole run at everyday size', () => {
    expect(read()).toEqual({ isCheck: false, isFull: false, writesTimes: false, usesPostgres: false, paths: [] })
  })

  test('check, --full and --times are switches', () => {
    expect(read('check', '--full', '--times')).toMatchObject({ isCheck: true, isFull: true, writesTimes: true })
  })

  test('--changed has an optional commit', () => {
    expect(read('--changed').changedSince).toBe('')
    expect(read('check', '--changed=v1.0')).toMatchObject({ isCheck: true, changedSince: 'v1.0' })
  })

  test('--processes is a positive number', () => {
    expect(read('--processes=3').processes).toBe(3)
  })

  test('paths are returned from the root of the repository', () => {
    expect(read('tests/core', './tests/ui/', '/repository/tests/http').paths).toEqual([
      'tests/core',
      'tests/ui',
      'tests/http',
    ])
  })

  test.each([[['--fast']], [['--changedwhat']], [['--processes=0']], [['--changed', 'tests/core']]])(
    '%j is refused with the usage',
    (args) => {
      expect(() => read(...args)).toThrow('usage: bun run test')
    },
  )
})

describe('selectFiles', () => {
  const files = ['tests/core/a.test.ts', 'tests/core-b.test.ts', 'tests/ui/c.test.tsx']

  test('a folder selects the files below it, a file itself, and no path all', () => {
    expect(selectFiles(files, ['tests/core'])).toEqual(['tests/core/a.test.ts'])
    expect(selectFiles(files, ['tests/ui/c.test.tsx', 'tests/core'])).toEqual([files[0]!, files[2]!])
    expect(selectFiles(files, [])).toEqual(files)
  })

  test('a path without a test file is refused by its name', () => {
    expect(() => selectFiles(files, ['tests/core', 'tests/cor'])).toThrow('no test file is tests/cor or below it')
  })
})
