import { expect, test } from 'bun:test'
import { scripts } from '../../src/demo/conversation-scripts'
import { people } from '../../src/demo/people'
import { Random } from '../../src/demo/random'
import { randomWords, readScript } from '../../src/demo/read-script'
import { createTimeline } from '../../src/demo/timeline'

const now = new Date('2026-03-10T18:00:00.000Z')
const names = ['Marina Duarte', 'Rafael Nogueira', 'Bia Campos']

test('createTimeline called twice with one time returns equal conversations', () => {
  expect(createTimeline(now, names)).toEqual(createTimeline(now, names))
})

test('turns of a conversation have ascending times, all in the past', () => {
  for (const { turns } of createTimeline(now, names)) {
    const times = turns.map(({ at }) => at.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times.at(-1)).toBeLessThan(now.getTime())
  }
})

test('a customer has at most one open or pending conversation', () => {
  const live = createTimeline(now, names).filter(({ status }) => status !== 'closed')
  expect(new Set(live.map(({ person }) => person)).size).toBe(live.length)
})

test('a pending conversation has messages of the customer and no answer', () => {
  for (const { status, turns } of createTimeline(now, names)) {
    expect(turns.length).toBeGreaterThan(0)
    if (status === 'pending') expect(turns.some(({ fromMe }) => fromMe)).toBe(false)
  }
})

test('every script parses, and randomWords has a value for each placeholder', () => {
  const words = randomWords(new Random(1), { nome: 'Ana', agente: 'Bia' })
  for (const { lines } of scripts) {
    for (const [, name] of lines.matchAll(/\{(\w+)\}/g)) expect(Object.keys(words)).toContain(name!)
    expect(readScript(lines, words).length).toBeGreaterThan(3)
  }
})

test('customers have distinct names and numbers', () => {
  expect(new Set(people.map(({ number }) => number)).size).toBe(people.length)
  expect(new Set(people.map(({ name }) => name)).size).toBe(people.length)
  expect(people.every(({ number }) => /^55\d{2}9\d{8}$/.test(number))).toBe(true)
})
