import { describe, expect, test } from 'bun:test'
import { Rotation } from '../../src/core/rotation'

describe('Rotation', () => {
  /** Work that ends at `endNext`; `begun` lists them in the order of their turns. */
  function turnsOf(places = 1) {
    const turns = new Rotation<string>(places)
    const begun: string[] = []
    const ends: (() => void)[] = []
    const ask = (key: string, name: string) =>
      turns.run(key, () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    return { turns, begun, ask, settle, endNext: () => ends.shift()?.() }
  }

  test('a key with much work delays another key by one piece', async () => {
    const { begun, ask, settle, endNext } = turnsOf()
    for (let n = 0; n < 5; n++) void ask('busy', `busy ${n}`)
    await settle()
    void ask('other', 'other')
    for (let n = 0; n < 6; n++) {
      endNext()
      await settle()
    }
    expect(begun).toEqual(['busy 0', 'busy 1', 'other', 'busy 2', 'busy 3', 'busy 4'])
  })

  test('with three places runs three pieces at a time, keys in rotation', async () => {
    const { begun, ask, settle, endNext } = turnsOf(3)
    for (let n = 0; n < 4; n++) void ask('busy', `busy ${n}`)
    void ask('other', 'other')
    await settle()
    expect(begun).toEqual(['busy 0', 'other', 'busy 1'])
    endNext()
    await settle()
    expect(begun).toEqual(['busy 0', 'other', 'busy 1', 'busy 2'])
  })

  test('work runs one piece at a time, and the first begins after run has returned', async () => {
    const { begun, ask, settle, endNext } = turnsOf()
    void ask('a', 'first')
    void ask('b', 'second')
    expect(begun).toEqual([])
    await settle()
    expect(begun).toEqual(['first'])
    endNext()
    await settle()
    expect(begun).toEqual(['first', 'second'])
  })

  test('work that fails rejects for its caller alone, and the next one runs', async () => {
    const turns = new Rotation<string>()
    const failing = turns.run('a', () => Promise.reject(new Error('EIO')))
    const next = turns.run('a', () => Promise.resolve())
    await expect(failing).rejects.toThrow('EIO')
    await next
  })

  test('countWaiting is the number of pieces of the key that have not begun', async () => {
    const { turns, ask, settle } = turnsOf()
    for (let n = 0; n < 3; n++) void ask('busy', `busy ${n}`)
    void ask('other', 'other')
    await settle()
    expect(['busy', 'other', 'absent'].map(turns.countWaiting)).toEqual([2, 1, 0])
  })
})
