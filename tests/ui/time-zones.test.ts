import { expect, test } from 'bun:test'
import { zoneChoices, zoneName } from '../../ui/lib/time-zones'

const all = ['Africa/Abidjan', 'America/Manaus', 'America/New_York', 'America/Sao_Paulo']

test('the list of time zones begins with those of Brazil, by place and offset', () => {
  expect(zoneChoices('America/Sao_Paulo', all)).toEqual([
    { value: 'America/Sao_Paulo', label: 'Brasília, São Paulo (GMT−3)' },
    { value: 'America/Manaus', label: 'Manaus (GMT−4)' },
    { value: 'Africa/Abidjan', label: 'Africa/Abidjan' },
    { value: 'America/New_York', label: 'America/New York' },
  ])
})

test('a time zone that the browser does not know stays in the list of a company that has it', () => {
  expect(zoneChoices('Europe/Old_Town', all)).toContainEqual({ value: 'Europe/Old_Town', label: 'Europe/Old Town' })
  expect(zoneChoices('America/Recife', all)[1]).toEqual({ value: 'America/Recife', label: 'Recife (GMT−3)' })
})

test('the list contains each time zone of the browser once', () => {
  const zones = zoneChoices('America/Sao_Paulo').map(({ value }) => value)
  expect(new Set(zones).size).toBe(zones.length)
  expect(zones.toSorted()).toEqual(expect.arrayContaining(Intl.supportedValuesOf('timeZone').toSorted()))
})

test('a zone is named in a sentence by its place in Brazil, or without underscores', () => {
  expect(['America/Sao_Paulo', 'America/New_York'].map(zoneName)).toEqual(['Brasília, São Paulo', 'America/New York'])
})
