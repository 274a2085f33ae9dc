import { expect, test } from 'bun:test'
import { scripts } from '../../src/demo/conversation-scripts'
import { people } from '../../src/demo/people'
import { Random } from '../../src/demo/random'
import { randomWords, readScript } from '../../src/demo/read-script'
import { createTimeline } from '../../src/demo/timeline'

const now = new Date('2026-03-10T18:00:00.000Z')
const names = ['Marina Duarte', 'Rafael Nogueira', 'Bia Campos']

test('the same moment gives the same conversations', () => {
  expect(createTimeline(now, names)).toEqual(createTimeline(now, names))
})

test('nothing happens in the future, and each conversation runs forward', () => {
  for (const { turns } of createTimeline(now, names)) {
    const times = turns.map(({ at }) => at.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(now.getTime())
  }
})

test('nobody has two live conversations', () => {
  const live = createTimeline(now, names).filter(({ status }) => status !== 'closed')
  expect(new Set(live.map(({ person }) => person)).size).toBe(live.length)
})

test('who waits has written, and has had no answer', () => {
  for (const { status, turns } of createTimeline(now, names)) {
    expect(turns.length).toBeGreaterThan(0)
    if (status === 'pending') expect(turns.some(({ fromMe }) => fromMe)).toBe(false)
  }
})

test('every script can be read, and every word in braces is known', () => {
  const words = randomWords(new Random(1), { nome: 'Ana', agente: 'Bia' })
  for (const { lines } of scripts) {
    for (const [, name] of lines.matchAll(/\{(\w+)\}/g)) expect(Object.keys(words)).toContain(name!)
    expect(readScript(lines, words).length).toBeGreaterThan(3)
  }
})

test('names and numbers of customers are all different', () => {
  expect(new Set(people.map(({ number }) => number)).size).toBe(people.length)
  expect(new Set(people.map(({ name }) => name)).size).toBe(people.length)
  expect(people.every(({ number }) => /^55\d{2}9\d{8}$/.test(number))).toBe(true)
})
